import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ownFile } from '../shipped.js';

type Asset = {
  readonly type: string;
  readonly bytes: Buffer;
  // It holds a hash of what it names.
  readonly url: string;
  readonly zipped: () => Promise<Buffer>;
};

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const own = (name: string) => (): URL => ownFile(`assets/${name}`);

const SOURCES: Readonly<Record<string, readonly [type: string, path: () => URL]>> = {
  'bar.css': [CSS, own('bar.css')],
  'docs.css': [CSS, own('docs.css')],
  'docs.js': [JAVASCRIPT, own('docs.js')],
  'reference.css': [CSS, own('reference.css')],
  'mark.svg': ['image/svg+xml', own('mark.svg')],
  // Scalar's own bundle, out of the package: nothing is loaded from a CDN.
  'scalar.js': [JAVASCRIPT, () => new URL('js/standalone.js', import.meta.resolve('@scalar/fastify-api-reference'))],
};

const zip = promisify(gzip);

// The few files that the pages need, read and packed when they are first asked for.
export function createAssets(): (name: string) => Asset | undefined {
  const kept = new Map<string, Asset>();
  return (name) => {
    const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
    if (source === undefined) return undefined;
    const asset = kept.get(name) ?? load(name, ...source);
    kept.set(name, asset);
    return asset;
  };
}

function load(name: string, type: string, path: () => URL): Asset {
  const bytes = readFileSync(fileURLToPath(path()));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  let zipped: Promise<Buffer> | undefined;
  return { type, bytes, url: `/docs/assets/${name}?v=${hash}`, zipped: () => (zipped ??= zip(bytes)) };
}
