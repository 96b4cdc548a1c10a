import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const PACKED = /\.(?:js|css|svg)$/;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

// Packs the files once, at build time: the server that sends them starts without doing it.
export function packAssets(assets = 'assets'): Plugin {
  return {
    name: 'pack-assets',
    apply: 'build',
    writeBundle({ dir }) {
      const folder = join(dir ?? '', assets);
      for (const name of readdirSync(folder).filter((name) => PACKED.test(name))) {
        const path = join(folder, name);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, BROTLI));
      }
    },
  };
}
