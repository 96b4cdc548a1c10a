import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// What the server reads and others in the repository write: the built console and player, the guides and the demo merchants. They stand beside the
// server's folder there, and inside it in the published package (scripts/prepack.mjs).
export function findShipped(folder: 'console/dist/' | 'screen/dist/' | 'demo/' | 'docs/api/'): string {
  const beside = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const inside = fileURLToPath(new URL(`../shipped/${folder}`, import.meta.url));
  return existsSync(inside) && !existsSync(beside) ? inside : beside;
}

// Of the server's own folder. Its code lies one level below that, as it is compiled and as it is published in one piece
// (scripts/bundle-server.mjs), whichever module has come to ask.
export const ownFile = (path: string): URL => new URL(`../${path}`, import.meta.url);

export const ownVersion = (): string => versionIn(readFileSync(ownFile('package.json'), 'utf8'));

const versionIn = (text: string): string => (JSON.parse(text) as { version: string }).version;
