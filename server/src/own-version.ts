import { readFileSync } from 'node:fs';

export const ownVersion = (): string => parseVersion(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const parseVersion = (text: string): string => (JSON.parse(text) as { version: string }).version;
