// Tags, media and playlists. Each check returns the ids that what follows may name.
import { tagNameKey } from '@vitrine/contract/tag-name';
import { findPageUrl, hasCredentials } from '../page-url.js';
import { faultAt, shown } from './archive-error.js';
import type { Archive, ArchiveMedia, ArchivePlaylist } from './archive-schema.js';
import { checkTagIds, type Ids, requireKnown, requireUnique, requireUniqueIds } from './check-lists.js';

const idOf = ({ id }: { readonly id: string }): string => id;

export function checkTags(tags: Archive['tags']): Ids {
  const names = tags.map(({ name }) => tagNameKey(name));
  requireUnique(names, (at, firstAt) => {
    const message = `is the name of tags[${firstAt}] too, but for case and spacing; a name of its own is expected`;
    return faultAt(`tags[${at}].name`, message);
  });
  return requireUniqueIds('tags', tags.map(idOf));
}

export function checkMedia(media: readonly ArchiveMedia[], tags: Ids): Ids {
  const ids = requireUniqueIds('media', media.map(idOf));
  for (const [at, item] of media.entries()) {
    checkTagIds(`media[${at}]`, item.tagIds, tags);
    if (item.type === 'web') checkPage(`media[${at}]`, item);
    else checkFile(`media[${at}]`, item);
  }
  // The storage used is one number, and it must stay one that can be counted exactly.
  const total = media.reduce(
    (sum, { file, thumbnail }) => sum + (file?.sizeBytes ?? 0) + (thumbnail?.sizeBytes ?? 0),
    0,
  );
  if (total > Number.MAX_SAFE_INTEGER)
    throw faultAt('media', `holds ${total} bytes in all; at most ${Number.MAX_SAFE_INTEGER} are expected`);
  return ids;
}

// Left out and null are the same.
function checkPage(path: string, { file, url }: ArchiveMedia): void {
  if (file) throw faultAt(`${path}.file`, 'belongs to no web page; url is expected instead');
  const page = findPageUrl(url ?? '');
  if (page === undefined) throw faultAt(`${path}.url`, 'is missing; for type web an http or https address is expected');
  // Not shown, because messages end up in logs.
  if (hasCredentials(page))
    throw faultAt(`${path}.url`, 'holds a name or a password; an address without them is expected');
}

function checkFile(path: string, { type, file, url }: ArchiveMedia): void {
  if (url) throw faultAt(`${path}.url`, `belongs to no ${type}; file is expected instead`);
  if (!file) throw faultAt(`${path}.file`, `is missing; for type ${type} an object with the file is expected`);
  if (file.mimeType.startsWith(`${type}/`)) return;
  const expected = `for type ${type} a type that begins with ${type}/ is expected`;
  throw faultAt(`${path}.file.mimeType`, `is ${shown(file.mimeType)}; ${expected}`);
}

export function checkPlaylists(playlists: readonly ArchivePlaylist[], media: Ids): Ids {
  for (const [at, { items }] of playlists.entries())
    for (const [itemAt, { mediaId }] of items.entries())
      requireKnown(`playlists[${at}].items[${itemAt}].mediaId`, mediaId, 'media', media);
  return requireUniqueIds('playlists', playlists.map(idOf));
}
