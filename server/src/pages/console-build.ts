import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

export type Encoding = 'br' | 'gzip';
export type Asset = { readonly type: string; readonly bytes: Buffer; readonly encoding: Encoding | undefined };
export type ConsoleBuild = {
  readonly index: string;
  readonly find: (name: string, accepted: readonly Encoding[]) => Promise<Asset | undefined>;
};

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

// Two reads at the start; files are read when they are first asked for, and stand packed beside each other since the
// build. Undefined where nothing was built: the API works without its console.
export function readConsoleBuild(folder: string): ConsoleBuild | undefined {
  const index = readIfThere(() => readFileSync(join(folder, 'index.html'), 'utf8'));
  if (index === undefined) return undefined;
  // Only names in this list are opened, so that no address leads out of the folder.
  const names = new Set(readIfThere(() => readdirSync(join(folder, 'assets'))) ?? []);
  const kept = new Map<string, Promise<Buffer>>();
  const load = (file: string): Promise<Buffer> => {
    const bytes = kept.get(file) ?? readFile(join(folder, 'assets', file));
    kept.set(file, bytes);
    // A failed read is not kept.
    bytes.catch(() => kept.delete(file));
    return bytes;
  };
  return {
    index,
    async find(name, accepted) {
      const type = TYPES[extname(name)];
      if (type === undefined || !names.has(name)) return undefined;
      const encoding = accepted.find((one) => names.has(name + ENDINGS[one]));
      return { type, encoding, bytes: await load(encoding === undefined ? name : name + ENDINGS[encoding]) };
    },
  };
}

function readIfThere<Found>(read: () => Found): Found | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
