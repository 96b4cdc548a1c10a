// Before npm packs one of our packages: it is built, and the server is put into one piece and gets what it reads
// elsewhere in the repository (server/src/shipped.ts).
import { cpSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildStale, installMissing, requireNode, ROOT, run } from './prepare.mjs';

// What an import reads, without the posters that the files are rendered from.
const DEMO = ['corner-bakery', 'harbour-books'].flatMap((name) => [`${name}/archive.json`, `${name}/files`]);

requireNode();
installMissing();
buildStale();
if (basename(process.cwd()) === 'server') {
  run([process.execPath, join(ROOT, 'scripts', 'bundle-server.mjs')]);
  rmSync('shipped', { recursive: true, force: true });
  for (const folder of ['console/dist', 'screen/dist', 'docs/api', ...DEMO.map((part) => `demo/${part}`)])
    cpSync(join(ROOT, folder), join('shipped', folder), { recursive: true });
}
