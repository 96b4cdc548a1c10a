import { consoleEndpoints } from '@vitrine/contract/endpoints';
import type { Plugin } from 'vite';

const NAME = 'virtual:endpoint-table';
const RESOLVED = `\0${NAME}`;

// Method and path of every endpoint, read from the contract when the console is built. Importing the contract's table
// itself would bring every schema, and TypeBox with them, into the browser.
export function endpointTable(): Plugin {
  return {
    name: 'endpoint-table',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? `export const endpointTable = ${JSON.stringify(toTable())};` : undefined),
  };
}

function toTable(): Record<string, readonly [string, string]> {
  return Object.fromEntries(
    Object.entries(consoleEndpoints).map(([name, { method, path }]) => [name, [method, path] as const]),
  );
}
