// Files that were dropped, those in folders too.
export async function filesOf(transfer: DataTransfer): Promise<readonly File[]> {
  // Taken at once: after the event the transfer is empty.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const loose = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory === true)) return loose;
  const found = await Promise.all(entries.filter((entry) => entry !== null).map(readEntry));
  return found.flat().filter(isMeant);
}

// What computers put into folders for themselves, nobody means to upload.
export const isMeant = ({ name }: File): boolean =>
  !name.startsWith('.') && !/^(?:thumbs\.db|desktop\.ini)$/i.test(name);

async function readEntry(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const files: File[] = [];
  // A reader gives at most a hundred at a time, and none at the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return files;
    for (const inner of batch) files.push(...(await readEntry(inner)));
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
