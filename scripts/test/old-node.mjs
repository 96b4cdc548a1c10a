// For --import: makes this Node look like Debian's own, 18. What Node 18 lacks in modules that it reads is missing here too
// (import.meta.dirname), and each module of ours that is read is told on standard error.
import { register } from 'node:module';

Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });

const HOOKS = `
import { writeSync } from 'node:fs';
export async function load(url, context, next) {
  const module = await next(url, context);
  if (!url.startsWith('file:') || module.source == null) return module;
  writeSync(2, 'read ' + url + '\\n');
  return { ...module, source: String(module.source).replaceAll('import.meta.dirname', 'undefined') };
}`;
register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
