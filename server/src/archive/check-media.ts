import { findPageUrl, hasCredentials } from '../page-url.js';
import { checkTagIds, findRepeatedIds, idsOf } from './check-lists.js';
import { childOf, has, listOf, numberOf, textOf } from './document.js';
import { type Fault, shown } from './fault.js';

export function checkMedia(document: unknown): Fault[] {
  const tags = idsOf(document, 'tags');
  const media = listOf(document, 'media');
  return [
    ...findRepeatedIds(document, 'media'),
    ...media.flatMap((entry, at) => [...checkTagIds(entry, ['media', at], tags), ...checkSource(entry, at)]),
    ...checkTotal(media),
  ];
}

// A page has an address, anything else has a file that fits its type.
function checkSource(entry: unknown, at: number): Fault[] {
  const type = textOf(entry, 'type');
  const fault = (key: string, message: string): Fault[] => [{ path: ['media', at, ...key.split('.')], message }];
  if (type === 'web') {
    if (has(entry, 'file')) return fault('file', 'belongs to no web page; url is expected instead');
    if (!has(entry, 'url')) return fault('url', 'is missing; for type web an http or https address is expected');
    const url = findPageUrl(textOf(entry, 'url') ?? '');
    // Not shown, because messages end up in logs.
    return url !== undefined && hasCredentials(url)
      ? fault('url', 'holds a name or a password; an address without them is expected')
      : [];
  }
  if (type !== 'image' && type !== 'video') return [];
  if (has(entry, 'url')) return fault('url', `belongs to no ${type}; file is expected instead`);
  if (!has(entry, 'file')) return fault('file', `is missing; for type ${type} an object with the file is expected`);
  const mimeType = textOf(childOf(entry, 'file'), 'mimeType');
  if (mimeType === undefined || mimeType.startsWith(`${type}/`)) return [];
  return fault('file.mimeType', `is ${shown(mimeType)}; for type ${type} a type that begins with ${type}/ is expected`);
}

// The storage used is one number, and it must stay one that can be counted exactly.
function checkTotal(media: readonly unknown[]): Fault[] {
  const sizes = media.flatMap((entry) =>
    ['file', 'thumbnail'].map((key) => numberOf(childOf(entry, key), 'sizeBytes') ?? 0),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= Number.MAX_SAFE_INTEGER) return [];
  return [{ path: ['media'], message: `holds ${total} bytes in all; at most ${Number.MAX_SAFE_INTEGER} are expected` }];
}
