// node --import: the program names one function of Node 22, for a command that is not used here, and so would not be loaded by
// the oldest Node that we run on. And what it gives an answer half a second to five seconds for may take longer on a busy machine.
import { register } from 'node:module';

const PATIENCE = [
  ['l.abort()},a)', 'l.abort()},3e5)'],
  ['timeoutMs??1e4', 'timeoutMs??3e5'],
  ['AbortSignal.timeout(5e3)', 'AbortSignal.timeout(3e5)'],
];

const hooks = `
  export async function load(url, context, next) {
    const loaded = await next(url, context);
    if (!url.endsWith('/@modelcontextprotocol/conformance/dist/index.js')) return loaded;
    let source = String(loaded.source).replace(/\\bglobSync as \\w+,/, '');
    for (const [limit, longer] of ${JSON.stringify(PATIENCE)}) {
      if (!source.includes(limit)) throw new Error('The program has changed: there is no ' + limit);
      source = source.replaceAll(limit, longer);
    }
    return { ...loaded, source };
  }`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
