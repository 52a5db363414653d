"""A file system that forgets, at a power cut, what was not synchronised: rebuilt from the log of file_faults.cpp.

A file keeps the bytes that it had at its last fsync; a folder keeps the entries that it had at its own last fsync. What
came later may have reached the disk too, in any order: each write and each entry is drawn."""
import collections
import pathlib

Record = collections.namedtuple("Record", "number name path other data")


def read(log):
    """The records of a log."""
    records = []
    with open(log, "rb") as file:
        while line := file.readline():
            number, name, path, other, size = line.decode().rstrip("\n").split("\t")
            records.append(Record(int(number), name, path, other, file.read(int(size))))
    return records


class File:
    def __init__(self):
        self.now = bytearray()
        self.synced = b""
        self.later = []  # writes since

    def write(self, at, data):
        self.later.append((at, data))
        put(self.now, at, data)

    def truncate(self, size):
        self.later.append((size, None))
        cut(self.now, size)

    def sync(self):
        self.synced = bytes(self.now)
        self.later = []

    def after_power_cut(self, luck, draw):
        content = bytearray(self.synced)
        for at, data in self.later:
            if luck is None or draw.random() >= luck:
                continue
            put(content, at, data) if data is not None else cut(content, at)
        return bytes(content)


def put(content, at, data):
    content.extend(bytes(max(0, at + len(data) - len(content))))
    content[at:at + len(data)] = data


def cut(content, size):
    content.extend(bytes(max(0, size - len(content))))
    del content[size:]


class Folder:
    def __init__(self):
        self.now = {}
        self.synced = {}
        self.later = []  # changes of entries since: {name: File, Folder, or None}

    def change(self, entries):
        self.later.append(entries)
        apply(self.now, entries)

    def sync(self):
        self.synced = dict(self.now)
        self.later = []

    def after_power_cut(self, luck, draw):
        entries = dict(self.synced)
        for change in self.later:
            if luck is not None and draw.random() < luck:
                apply(entries, change)
        return entries


def apply(entries, change):
    for name, what in change.items():
        entries.pop(name, None) if what is None else entries.__setitem__(name, what)


class Disk:
    def __init__(self, root):
        self.root_path = pathlib.Path(root)
        self.root = Folder()

    def folder_of(self, path):
        folder = self.root
        for part in pathlib.Path(path).relative_to(self.root_path).parts[:-1]:
            folder = folder.now[part]
        return folder

    def find(self, path):
        parts = pathlib.Path(path).relative_to(self.root_path).parts
        return self.folder_of(path).now.get(parts[-1]) if parts else self.root

    def apply(self, record):
        name = pathlib.Path(record.path).name
        handler = getattr(self, "do_" + record.name, None)
        if handler is not None:
            handler(record, name)

    def do_create(self, record, name):
        self.folder_of(record.path).change({name: File()})

    def do_mkdir(self, record, name):
        self.folder_of(record.path).change({name: Folder()})

    # Of a file that was renamed or unlinked while it was open nothing more is written by our programs.
    def do_pwrite(self, record, _):
        file = self.find(record.path)
        if file is not None:
            file.write(int(record.other), record.data)

    def do_ftruncate(self, record, _):
        self.find(record.path).truncate(int(record.other))

    def do_fsync(self, record, _):
        what = self.find(record.path)
        if what is not None:
            what.sync()

    def do_rename(self, record, name):
        what, other = self.find(record.path), pathlib.Path(record.other).name
        here, there = self.folder_of(record.path), self.folder_of(record.other)
        if here is there:
            here.change({name: None, other: what})
        else:
            here.change({name: None})
            there.change({other: what})

    def do_link(self, record, _):
        self.folder_of(record.other).change({pathlib.Path(record.other).name: self.find(record.path)})

    def do_unlink(self, record, name):
        self.folder_of(record.path).change({name: None})

    do_rmdir = do_unlink

    def after_power_cut(self, place, luck, draw):
        """Writes what is left below `place`. `luck`: how likely what was not synchronised survives; None: nothing does."""
        def write(folder, path):
            path.mkdir()
            for name, what in folder.after_power_cut(luck, draw).items():
                if isinstance(what, Folder):
                    write(what, path / name)
                else:
                    (path / name).write_bytes(what.after_power_cut(luck, draw))
        write(self.root, place)
