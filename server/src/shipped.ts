import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// What the server reads and others in the repository write: the built console and player, the guides and the demo merchants. They stand beside the
// server's folder there, and inside it in the published package (scripts/prepack.mjs).
export function findShipped(folder: 'console/dist/' | 'screen/dist/' | 'demo/' | 'docs/api/'): string {
  const beside = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const inside = fileURLToPath(new URL(`../shipped/${folder}`, import.meta.url));
  return existsSync(inside) && !existsSync(beside) ? inside : beside;
}

export const ownVersion = (): string => versionIn(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const versionIn = (text: string): string => (JSON.parse(text) as { version: string }).version;
