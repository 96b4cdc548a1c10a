import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export type PageBuild = {
  readonly index: string;
  // What can be asked for, as the bundler named it.
  readonly files: readonly string[];
  // Where its files lie.
  readonly folder: string;
  readonly find: (name: string, acceptEncoding: string) => Asset | undefined;
};
type Asset = { readonly file: string; readonly headers: Readonly<Record<string, string>> };

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
// The better one first.
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

// Two reads at the start. Files stand packed beside each other since the build. Undefined where nothing was built: the
// API works without its pages.
export function readPageBuild(dist: string, assets: string): PageBuild | undefined {
  const index = readIfThere(() => readFileSync(join(dist, 'index.html'), 'utf8'));
  if (index === undefined) return undefined;
  const folder = join(dist, assets);
  // Only names in this list are opened, so that no address leads out of the folder.
  const names = new Set(readIfThere(() => readdirSync(folder)) ?? []);
  return {
    index,
    files: [...names].filter((name) => TYPES[extname(name)] !== undefined).toSorted(),
    folder,
    find(name, acceptEncoding) {
      const type = TYPES[extname(name)];
      if (type === undefined || !names.has(name)) return undefined;
      const packed = ENCODINGS.find((one) => names.has(name + one.ending) && isAccepted(one.name, acceptEncoding));
      return {
        file: name + (packed?.ending ?? ''),
        headers: { 'content-type': type, ...(packed && { 'content-encoding': packed.name }) },
      };
    },
  };
}

const isAccepted = (encoding: string, header: string): boolean =>
  new RegExp(`\\b${encoding}\\b(?!;q=0(?:[,.]0*)?(?:,|$))`).test(header);

function readIfThere<Found>(read: () => Found): Found | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
