import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export type Asset = { readonly type: string; readonly bytes: Buffer; readonly zipped: Buffer };

type Source = { readonly type: string; readonly path: URL };

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const OWN = new URL('../../assets/', import.meta.url);

// Scalar's own bundle, out of the package: nothing is loaded from a CDN.
const scalarBundle = (): URL => new URL('js/standalone.js', import.meta.resolve('@scalar/fastify-api-reference'));

const SOURCES: Readonly<Record<string, () => Source>> = {
  'docs.css': () => ({ type: 'text/css; charset=utf-8', path: new URL('docs.css', OWN) }),
  'docs.js': () => ({ type: JAVASCRIPT, path: new URL('docs.js', OWN) }),
  'reference.css': () => ({ type: 'text/css; charset=utf-8', path: new URL('reference.css', OWN) }),
  'mark.svg': () => ({ type: 'image/svg+xml', path: new URL('mark.svg', OWN) }),
  'scalar.js': () => ({ type: JAVASCRIPT, path: scalarBundle() }),
};

const zip = promisify(gzip);

// The few files that the pages need, read and packed when they are first asked for.
export function createAssets() {
  const kept = new Map<string, Promise<Asset>>();
  const urls = new Map<string, string>();
  return {
    find: (name: string): Promise<Asset> | undefined => {
      const source = Object.hasOwn(SOURCES, name) ? SOURCES[name]?.() : undefined;
      if (source === undefined) return undefined;
      const asset = kept.get(name) ?? load(source);
      kept.set(name, asset);
      // A failed read is not kept.
      asset.catch(() => kept.delete(name));
      return asset;
    },
    urlOf: (name: string): string => {
      const url = urls.get(name) ?? addressOf(name);
      urls.set(name, url);
      return url;
    },
  };
}

async function load({ type, path }: Source): Promise<Asset> {
  const bytes = await readFile(fileURLToPath(path));
  return { type, bytes, zipped: await zip(bytes) };
}

function addressOf(name: string): string {
  const source = SOURCES[name]?.();
  if (source === undefined) throw new Error(`there is no asset ${name}`);
  const hash = createHash('sha256')
    .update(readFileSync(fileURLToPath(source.path)))
    .digest('hex');
  return `/docs/assets/${name}?v=${hash.slice(0, 12)}`;
}
