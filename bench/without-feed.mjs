// node --import: the server as it is, but for what it writes into the feed, and deaf: it would be woken by what the other
// writes, in PostgreSQL too (bench/parts/changes.mjs).
import { register } from 'node:module';

const DEAF = `export function listen(connection, { onListening }) {
  onListening(true);
  return { ready: Promise.resolve(), close: async () => {} };
}`;

register(
  `data:text/javascript,${encodeURIComponent(`
    export async function load(url, context, next) {
      const loaded = await next(url, context);
      if (url.endsWith('/db/listen.js')) return { ...loaded, source: \`${DEAF}\` };
      if (!url.endsWith('/changes/record-changes.js')) return loaded;
      const text = String(loaded.source);
      const at = text.indexOf('export function changeParts');
      if (at < 0) throw new Error('record-changes.js has no changeParts any more');
      const source = text.slice(0, at) + 'export const changeParts = () => sql\`nothing as (select 1) select 1\`;';
      return { ...loaded, source };
    }`)}`,
);
