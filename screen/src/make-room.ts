type StoredFile = { readonly sha256: string; readonly sizeBytes: number; readonly usedAt: number };

type Wanted<File> = {
  readonly files: readonly File[];
  // Of the program that plays and of the one that is to come: they stay.
  readonly needed: ReadonlySet<string>;
  readonly freeBytes: number;
  readonly wantedBytes: number;
};

// Which files go for a new one, the longest unused first and no more than it takes. Undefined: there is no room, and
// nothing should go for nothing.
export function makeRoom<File extends StoredFile>(wanted: Wanted<File>): readonly File[] | undefined {
  const { files, needed, freeBytes, wantedBytes } = wanted;
  const going: File[] = [];
  let room = freeBytes;
  for (const file of files.filter(({ sha256 }) => !needed.has(sha256)).sort((a, b) => a.usedAt - b.usedAt)) {
    if (room >= wantedBytes) break;
    going.push(file);
    room += file.sizeBytes;
  }
  return room >= wantedBytes ? going : undefined;
}
