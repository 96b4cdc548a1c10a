import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const PACKED = /\.(?:js|css|svg)$/;
// What few people ever load, large decoders, is packed in a tenth of the time and is hardly larger for it.
const LARGE_BYTES = 512 * 1024;
const LARGE_QUALITY = 9;

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
        const quality = bytes.length > LARGE_BYTES ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY;
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        );
      }
    },
  };
}
