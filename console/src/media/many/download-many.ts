import type { LibraryItem } from '@vitrine/contract/library';
import { call } from '../../api/call.js';
import { notifyDone } from '../../ui/notify.js';
import { saveFile } from '../../ui/save-file.js';
import { fetchStored } from '../fetch-stored.js';
import { toQuery } from '../library.js';
import type { MediaSearch } from '../media-search.js';
import { zip, type ZipEntry } from './zip.js';

type OnDone = (done: number, total: number) => void;

const PAGE_ITEMS = 200;

// All files in one archive, made in the browser: the bytes come from the storage and never pass through the service.
export function useDownloadMany(search: MediaSearch, items: readonly LibraryItem[]) {
  return async (ids: readonly string[], onDone: OnDone): Promise<void> => {
    const wanted = await findItems(ids, search, items);
    const files = wanted.filter(({ type }) => type !== 'web');
    const entries: ZipEntry[] = [];
    const names = new Set<string>();
    for (const [at, media] of files.entries()) {
      onDone(at, files.length);
      entries.push({ name: uniqueName(names, media), blob: await fetchStored(media) });
    }
    if (entries.length > 0) saveFile(await zip(entries), 'media.zip');
    const pages = wanted.length - files.length;
    if (pages > 0) notifyDone(`${pages === 1 ? 'A web page has' : `${pages} web pages have`} no file to download.`);
  };
}

// Signed addresses end after a while: those on screen may be old, so the list is read anew for all that are wanted.
async function findItems(
  ids: readonly string[],
  search: MediaSearch,
  known: readonly LibraryItem[],
): Promise<LibraryItem[]> {
  const missing = new Set(ids);
  const found: LibraryItem[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...toQuery(search), limit: PAGE_ITEMS, ...(cursor !== undefined && { cursor }) };
    const page = await call('listConsoleMedia', { query });
    for (const item of page.items) if (missing.delete(item.id)) found.push(item);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && missing.size > 0);
  // What left the search meanwhile, as by a tag that was taken off.
  return [...found, ...known.filter(({ id }) => missing.has(id))];
}

// Keys of objects end in the type of the file.
function uniqueName(taken: Set<string>, { name, fileUrl }: LibraryItem): string {
  const extension = /\.(\w{2,4})(?:\?|$)/.exec(fileUrl ?? '')?.[1];
  const base = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-').replace(/\.\w{2,4}$/, '');
  const end = extension === undefined ? '' : `.${extension}`;
  let unique = `${base}${end}`;
  for (let copy = 2; taken.has(unique.toLowerCase()); copy += 1) unique = `${base} (${copy})${end}`;
  taken.add(unique.toLowerCase());
  return unique;
}
