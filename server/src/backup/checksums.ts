// SHA256SUMS: one line a part, as sha256sum writes it, so that «sha256sum --check SHA256SUMS» tells whether a backup is
// whole on any machine. It is written last.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../errors.js';
import { isMissing } from '../storage/storage-errors.js';
import { writeHashed } from './copy-file.js';

export const CHECKSUMS = 'SHA256SUMS';

/** Path in the backup to SHA-256. */
export type Checksums = ReadonlyMap<string, string>;

export async function writeChecksums(folder: string, sums: Checksums): Promise<void> {
  const lines = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, sha256]) => `${sha256}  ${path}\n`);
  await writeHashed(join(folder, CHECKSUMS), inParts(lines));
}

export async function readChecksums(folder: string): Promise<Checksums> {
  const text = await readFile(join(folder, CHECKSUMS), 'utf8').catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throw new Refusal(`${folder} is no whole backup: it has no ${CHECKSUMS}.`, { cause: error });
  });
  const lines = text.split('\n');
  if (lines.pop() !== '') throw cutOff(folder);
  return new Map(lines.map((line) => parseLine(line, folder)));
}

const LINES_A_PART = 1_000;

async function* inParts(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < lines.length; at += LINES_A_PART)
    yield Buffer.from(lines.slice(at, at + LINES_A_PART).join(''));
}

// No name begins with a dot, so no path leads out of the folder.
const LINE = /^([0-9a-f]{64}) {2}((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/;

function parseLine(line: string, folder: string): [string, string] {
  const [, sha256, path] = LINE.exec(line) ?? [];
  if (sha256 === undefined || path === undefined) throw cutOff(folder);
  return [path, sha256];
}

const cutOff = (folder: string): Refusal => new Refusal(`${folder} is no whole backup: ${CHECKSUMS} is damaged.`);
