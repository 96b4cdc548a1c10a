import { openBundle } from '../../tests/harness/bundle.js';

export const openConsoleDist = (): Promise<string> => openBundle('console');
