// node --import: the program names one function of Node 22, for a command that is not used here, and so would not be loaded by
// the oldest Node that we run on.
import { register } from 'node:module';

const hooks = `
  export async function load(url, context, next) {
    const loaded = await next(url, context);
    if (!url.endsWith('/@modelcontextprotocol/conformance/dist/index.js')) return loaded;
    return { ...loaded, source: String(loaded.source).replace(/\\bglobSync as \\w+,/, '') };
  }`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
