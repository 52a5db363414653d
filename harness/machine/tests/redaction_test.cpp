#include "harness/machine/redaction.hpp"

#include <string>
#include <vector>

#include "harness/cmake/testing/catch.hpp"
#include "harness/machine/environment_facts.hpp"
#include "harness/machine/tests/fake_machine.hpp"

using namespace syncbench::machine;

namespace {

struct Row {
  const char* name;
  const char* value;
};

}  // namespace

TEST_CASE("values with a secret name are redacted, whatever they are") {
  for (const char* name : {"SLURM_JWT", "NCCL_TOKEN", "UCX_API_KEY", "FI_SECRET", "PMIX_PASSWORD", "OMPI_MCA_passwd",
                           "CUDA_CREDENTIALS", "SLURM_AUTH_INFO", "GLOO_COOKIE", "HDF5_PRIVATE", "nccl_token"}) {
    CAPTURE(name);
    CHECK(redact(name, "plain") == "[redacted]");
  }
}

TEST_CASE("values that look like secrets are redacted, whatever their name") {
  for (const char* value : {
           "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJub2JvZHkifQ.c2lnbmF0dXJl",
           "use eyJhbGciOiJIUzI1NiJ9 now",
           "-----BEGIN OPENSSH PRIVATE KEY-----",
           "https://user:hunter2@example.org/path",
           "ldap://user:pass/word@example.org",
           "ghp_notARealTokenOfAnybody",
           "AKIAIOSFODNN7EXAMPLE",
           "/scratch/ghp_notARealTokenOfAnybody/run.h5",
           "deploy-glpat-notARealTokenOfAnybody",
           "/home/user/AKIAIOSFODNN7EXAMPLE/runs",
           "9f86d081884c7d659a2feaa0c55ad015",   // hex
           "9f86d081884c7d65-9a2feaa0c55ad015",  // as Open MPI's transport key
           "login-9f86d081884c7d659a2feaa0c55ad015.example.org",
           "9F86D081884C7D659A2FEAA0C55AD015a3bf4f1b2b0b822c",  // hex in both cases
           "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEYab",          // base64
           "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEab==",         // base64 with slash, plus and padding
           "wJalrXUtnFEMI_K7MDENG-bPxRfiCYEXAMPLEab",           // base64url
           "mode=fast,token=abc",
           "--password abc",
           "Authorization: Basic abc",
           "curl -H Bearer abc",
           R"({"secret": "abc"})",
       }) {
    CAPTURE(value);
    CHECK(redact("NCCL_DEBUG_FILE", value) == "[redacted]");
  }
}

TEST_CASE("ordinary settings are left as they are") {
  for (const Row& row : {
           Row{"NCCL_DEBUG", "INFO"},
           Row{"NCCL_SOCKET_IFNAME", "=eth0,ib0"},
           Row{"NCCL_IB_HCA", "mlx5_0:1,mlx5_1:1,mlx5_2:1,mlx5_3:1,mlx5_4:1"},
           Row{"UCX_TLS", "rc_x,dc_x,self,sm,cuda_copy,cuda_ipc,gdr_copy"},
           Row{"HDF5_PLUGIN_PATH", "/opt/Software/HDF5-1.14.3/lib/plugins/Release64:/home/User/Projects/Plugins2/lib"},
           Row{"OMPI_MCA_btl", "^openib,usnic"},
           Row{"CUDA_VISIBLE_DEVICES",
               "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6,MIG-8932f937-d72c-4106-c12f-20bd9faed9f6"},
           Row{"SLURM_CPU_BIND", "quiet,mask_cpu:0x0000FFFF0000FFFF0000FFFF0000FFFF0000FFFF"},
           Row{"SLURM_JOB_NODELIST", "gpu-a100-rack12-node[001-128],login-node-with-a-long-name.cluster.example.org"},
           Row{"SLURM_SUBMIT_DIR", "/scratch/project_465000123/user-name/2026-08-01T12-00-00/Measurement"},
           Row{"UCX_NET_DEVICES", "mlx5_0:1"},
           Row{"FI_PROVIDER", "tcp;ofi_rxm"},
           Row{"PMIX_SERVER_URI", "prte-host-4242@0.0;tcp4://10.0.0.1:40001"},
           Row{"OMP_PLACES", "{0:4},{4:4},{8:4},{12:4},{16:4},{20:4},{24:4},{28:4}"},
           Row{"SLURM_SUBMIT_DIR", "/scratch/ASIA_2026_measurements/risk-estimates-of-models"},
           Row{"NCCL_TOPO_FILE", "https://example.org:8080/topology.xml"},
           Row{"SLURM_JWT", ""},
       }) {
    CAPTURE(row.name, row.value);
    CHECK(redact(row.name, row.value) == row.value);
  }
}

TEST_CASE("arguments keep their names and lose their secrets") {
  CHECK(redact_argument("--suite=smallpkt") == "--suite=smallpkt");
  CHECK(redact_argument("--quiet") == "--quiet");
  CHECK(redact_argument("--api-token=abc") == "--api-token=[redacted]");
  CHECK(redact_argument("--password=two words") == "--password=[redacted]");
  CHECK(redact_argument("--label=token=abc") == "--label=[redacted]");
  CHECK(redact_argument("--label=site=north") == "--label=site=north");
  CHECK(redact_argument("SLURM_JWT=abc") == "SLURM_JWT=[redacted]");
  CHECK(redact_argument("--url=https://user:pass@example.org") == "--url=[redacted]");
  CHECK(redact_argument("https://user:pass@example.org/?a=b") == "[redacted]");
  CHECK(redact_argument("9f86d081884c7d659a2feaa0c55ad015") == "[redacted]");
  CHECK(redact_argument("wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEab==") == "[redacted]");
  CHECK(redact_argument("") == "");
}

TEST_CASE("the argument behind an option with a secret name is redacted unless it is an option") {
  using Arguments = std::vector<std::string>;
  CHECK(redact_arguments(Arguments{"./syncbench", "--token", "abc", "--out", "run.h5"}) ==
        Arguments{"./syncbench", "--token", "[redacted]", "--out", "run.h5"});
  CHECK(redact_arguments(Arguments{"--auth-required", "--out", "run.h5"}) ==
        Arguments{"--auth-required", "--out", "run.h5"});
}

TEST_CASE("environment variables come by the allow-list, redacted, with the class of who set them") {
  const char* const environment[] = {
      "HOME=/home/user",         "NCCL_DEBUG=INFO", "SLURM_JOB_ID=42", "SLURM_JWT=abc", "OMPI_MCA_btl=self,tcp",
      "OMPI_MCA_orte_hnp_uri=1", "UCX_NO_VALUE",    "MY_NCCL_DEBUG=1", "UCX_TLS=",      nullptr};
  const Facts facts = environment_facts(environment);
  CHECK(facts.all().size() == 6);
  CHECK(*facts.find("env.NCCL_DEBUG") == Fact{FactClass::config, text("INFO")});
  CHECK(*facts.find("env.SLURM_JOB_ID") == Fact{FactClass::passing, text("42")});
  CHECK(*facts.find("env.SLURM_JWT") == Fact{FactClass::passing, text("[redacted]")});
  CHECK(*facts.find("env.OMPI_MCA_btl") == Fact{FactClass::config, text("self,tcp")});
  CHECK(*facts.find("env.OMPI_MCA_orte_hnp_uri") == Fact{FactClass::passing, text("1")});
  CHECK(*facts.find("env.UCX_TLS") == Fact{FactClass::config, text("")});
}
