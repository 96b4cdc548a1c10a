import { tagNameKey } from '@vitrine/contract/tag-name';
import { findRepeated, findRepeatedIds } from './check-lists.js';
import { listOf, textOf } from './document.js';
import type { Fault } from './fault.js';

export function checkTags(document: unknown): Fault[] {
  const names = listOf(document, 'tags').map((tag, at) => {
    const name = textOf(tag, 'name');
    return { key: name === undefined ? undefined : tagNameKey(name), path: ['tags', at, 'name'] };
  });
  return [
    ...findRepeatedIds(document, 'tags'),
    ...findRepeated(
      names,
      (first) => `is the name of tags[${first[1]}] too, but for case and spacing; a name of its own is expected`,
    ),
  ];
}
