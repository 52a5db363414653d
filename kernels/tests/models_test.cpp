#include <algorithm>
#include <numeric>

#include "harness/cmake/testing/catch.hpp"
#include "kernels/buckets.hpp"
#include "kernels/models/fraction.hpp"
#include "kernels/models/model.hpp"

using namespace syncbench;
using namespace syncbench::kernels;
using models::FractionOf;
using models::Model;
using models::Part;
using models::Tensor;

namespace {

using Counts = std::vector<std::size_t>;

std::size_t elements_of(const std::vector<Tensor>& tensors) {
  std::size_t sum = 0;
  for (const Tensor& each : tensors) sum += each.elements();
  return sum;
}

std::size_t elements_of(const std::vector<Part>& parts) {
  std::size_t sum = 0;
  for (const Part& each : parts) sum += each.elements;
  return sum;
}

// Element counts of the allreduces that the default bucket rule makes of a model's gradients.
Counts bucket_counts(Model model, ElementType type = ElementType::f32) {
  Workload workload{.operations = {}, .policy = IssuePolicy::bucketed};
  for (const Tensor& tensor : tensors_of(model)) {
    Operation operation;
    operation.type = type;
    operation.count = tensor.elements();
    workload.operations.push_back(operation);
  }
  std::reverse(workload.operations.begin(), workload.operations.end());
  Counts counts;
  for (const Bucket& bucket : buckets_of(workload, 2)) counts.push_back(bucket.whole.count);
  return counts;
}

}  // namespace

TEST_CASE("models have the published numbers of tensors and parameters") {
  CHECK(models::resnet50().size() == 161);
  CHECK(elements_of(models::resnet50()) == 25'557'032);
  CHECK(models::bert_base().size() == 199);
  CHECK(elements_of(models::bert_base()) == 109'482'240);
  CHECK(models::gpt2_small().size() == 148);
  CHECK(elements_of(models::gpt2_small()) == 124'439'808);
  CHECK(models::llama2_7b().size() == 291);
  CHECK(elements_of(models::llama2_7b()) == 6'738'415'616);
}

TEST_CASE("most of resnet50's tensors are small: 115 of 161 are at most 64 KiB and hold 663,712 bytes together") {
  std::size_t small = 0, bytes = 0;
  for (const Tensor& tensor : models::resnet50()) {
    if (4 * tensor.elements() > 65'536) continue;
    ++small;
    bytes += 4 * tensor.elements();
  }
  CHECK(small == 115);
  CHECK(bytes == 663'712);
}

// From a trace of two GPUs that trained a resnet50 in f32 with PyTorch's DistributedDataParallel.
TEST_CASE("the bucket rule makes of resnet50 the allreduces that a training job was seen to send") {
  CHECK(bucket_counts(Model::resnet50) == Counts{2'049'000, 7'875'584, 6'563'840, 6'637'568, 2'431'040});
}

TEST_CASE("the bucket rule makes of bert-base and gpt2-small one bucket a layer, and the embeddings come last") {
  Counts bert(12, 7'087'872);
  bert.insert(bert.begin(), 590'592);  // the pooler
  bert.push_back(23'837'184);
  CHECK(bucket_counts(Model::bert_base) == bert);
  Counts gpt2(11, 7'087'872);
  gpt2.insert(gpt2.begin(), 2'361'600);
  gpt2.push_back(44'111'616);
  CHECK(bucket_counts(Model::gpt2_small) == gpt2);
}

TEST_CASE("the bucket rule makes 226 buckets of llama2-7b, in f32 as in bf16") {
  for (const ElementType type : {ElementType::f32, ElementType::bf16}) {
    const Counts counts = bucket_counts(Model::llama2_7b, type);
    REQUIRE(counts.size() == 226);
    CHECK(Counts(counts.begin(), counts.begin() + 3) == Counts{131'072'000, 45'101'056, 45'088'768});
    CHECK(counts.back() == 131'072'000);
  }
}

TEST_CASE("a slice of every tensor has at least one element and is rounded to whole ones") {
  const std::vector<Tensor> tensors{{{10, 10}}, {{10}}, {{130}}};
  // 2 % of 100, of 10 (0.2: one), of 130 (2.6: three)
  CHECK(models::slices(tensors, 0.02) ==
        std::vector<Part>{{.elements = 2, .of_matrix = true}, {.elements = 1}, {.elements = 3}});
  CHECK(models::slices(tensors, 1)[2].elements == 130);
  CHECK(models::slices(models::resnet50(), 0.02).size() == 161);
}

TEST_CASE("whole tensors follow each other from a seeded start until the fraction is reached, and wrap around") {
  std::vector<Tensor> tensors;
  for (std::size_t i = 0; i < 10; ++i) tensors.push_back({{100 + i}});  // 1045 elements
  std::vector<std::size_t> starts;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto parts = models::whole_tensors(tensors, 0.25, seed);  // 261.25 elements: three tensors
    REQUIRE(parts.size() == 3);
    const std::size_t start = parts[0].elements - 100;
    starts.push_back(start);
    CHECK(parts[1].elements == 100 + (start + 1) % 10);
    CHECK(parts[2].elements == 100 + (start + 2) % 10);
    CHECK(models::whole_tensors(tensors, 0.25, seed) == parts);
  }
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  CHECK(starts.size() > 5);
  CHECK(*std::max_element(starts.begin(), starts.end()) >= 8);  // such a start wraps
}

TEST_CASE("all of a model is the same in both readings") {
  const auto tensors = models::gpt2_small();
  const auto all = models::parts_of(tensors, 1, FractionOf::tensor, 1);
  CHECK(models::parts_of(tensors, 1, FractionOf::model, 77) == all);
  CHECK(elements_of(all) == 124'439'808);
}

TEST_CASE("2 % of resnet50 in whole tensors is a few messages of at least that much") {
  const auto parts = models::whole_tensors(models::resnet50(), 0.02, 1);
  CHECK(parts.size() < 161);
  CHECK(elements_of(parts) >= 511'141);  // 0.02 × 25,557,032 = 511,140.6
}
