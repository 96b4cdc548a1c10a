import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPageBuild, type PageBuild } from './page-build.js';

type ScreenBuild = PageBuild & { readonly worker: string; readonly version: string };

// The player. Its service worker keeps the page whole, headers included, for days without network, so that the version
// changes with each file of it and with the policy: a store at another address is another page.
export function readScreenBuild(dist: string, policy: string): ScreenBuild | undefined {
  const build = readPageBuild(dist, 'screen');
  if (build === undefined) return undefined;
  const worker = readFileSync(join(dist, 'worker.js'), 'utf8');
  const { index, files } = build;
  const hash = createHash('sha256').update(JSON.stringify([policy, index, worker, files]));
  const version = hash.digest('base64url').slice(0, 16);
  return {
    ...build,
    index: index.replaceAll('__VERSION__', version),
    worker: `const SHELL = ${JSON.stringify({ version, files })};\n${worker}`,
    version,
  };
}
