type Entry = { readonly name: string; readonly isFile: boolean; readonly isDirectory: boolean };
type Read<Value> = (then: (value: Value) => void, fail: () => void) => void;
type FileEntry = Entry & { readonly file: Read<File> };
type FolderEntry = Entry & { readonly createReader: () => { readonly readEntries: Read<Entry[]> } };

// Of a DataTransfer what is looked at.
type Transfer = {
  readonly items: Iterable<{ readonly webkitGetAsEntry?: () => Entry | null }>;
  readonly files: Iterable<File>;
};

export type Dropped = {
  readonly files: readonly File[];
  // The names of files and folders that the computer did not give.
  readonly unread: readonly string[];
};

// Files that were dropped, those in folders too.
export async function filesOf(transfer: Transfer): Promise<Dropped> {
  // Taken at once: after the event the transfer is empty.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const loose = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory === true)) return { files: loose, unread: [] };
  return together(await Promise.all(entries.filter((entry) => entry !== null).map(readEntry)));
}

// What computers put into folders for themselves, nobody means to upload.
export const isMeant = ({ name }: { readonly name: string }): boolean =>
  !name.startsWith('.') && !/^(?:thumbs\.db|desktop\.ini)$/i.test(name);

// One that cannot be read keeps none of the others back.
async function readEntry(entry: Entry): Promise<Dropped> {
  if (!isMeant(entry)) return NOTHING;
  if (isFolder(entry)) return readFolder(entry);
  if (!isFile(entry)) return NOTHING;
  return new Promise((resolve) =>
    entry.file(
      (file) => resolve({ files: [file], unread: [] }),
      () => resolve({ files: [], unread: [entry.name] }),
    ),
  );
}

async function readFolder(folder: FolderEntry): Promise<Dropped> {
  const reader = folder.createReader();
  const found: Dropped[] = [];
  // A reader gives at most a hundred at a time, and none at the end.
  for (;;) {
    const batch = await new Promise<Entry[] | undefined>((resolve) =>
      reader.readEntries(resolve, () => resolve(undefined)),
    );
    if (batch === undefined) found.push({ files: [], unread: [folder.name] });
    if (batch === undefined || batch.length === 0) return together(found);
    for (const inner of batch) found.push(await readEntry(inner));
  }
}

const NOTHING: Dropped = { files: [], unread: [] };

const together = (found: readonly Dropped[]): Dropped => ({
  files: found.flatMap(({ files }) => files),
  unread: found.flatMap(({ unread }) => unread),
});

const isFile = (entry: Entry): entry is FileEntry => entry.isFile;
const isFolder = (entry: Entry): entry is FolderEntry => entry.isDirectory;
