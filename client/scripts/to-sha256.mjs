// The SHA-256 of @noble/hashes in one file, which the client publishes as its own: whoever installs the client installs
// nothing else. Its licence goes with it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'vite';

const HEADER = `// @ts-nocheck
// Taken from @noble/hashes by client/scripts/write-types.mjs: do not edit by hand.
// \`npm run types -w @vitrine/client\` takes it anew; a test fails when it is stale.
`;
const library = dirname(createRequire(import.meta.url).resolve('@noble/hashes/sha2.js'));

export async function toSha256() {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(import.meta.dirname, 'sha256-alone.mjs'), formats: ['es'] },
    },
  });
  const licence = readFileSync(join(library, 'LICENSE'), 'utf8').trim();
  return `${HEADER}\n/*!\n${licence}\n*/\n${forOldBrowsers(withoutRemarks(output[0].code))}`;
}

// What the library says of each function can be read there; where it lay is said as seen from the working folder.
const withoutRemarks = (code) => code.replace(/^\s*\/\*\*[^]*?\*\/\n|^\/\/ .*node_modules.*\n/gm, '');

// The player is bundled from this too, and browsers of televisions know no Object.hasOwn (screen/README.md).
const forOldBrowsers = (code) => code.replaceAll('Object.hasOwn(', 'Object.prototype.hasOwnProperty.call(');
