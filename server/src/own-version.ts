import { readFileSync } from 'node:fs';

export const ownVersion = (): string => versionIn(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const versionIn = (text: string): string => (JSON.parse(text) as { version: string }).version;
