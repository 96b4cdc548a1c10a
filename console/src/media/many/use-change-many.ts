import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { MANY_ITEMS_MAX } from '@vitrine/contract/console-limits';
import type { DeleteManyResult, TagManyResult } from '@vitrine/contract/library';
import { call } from '../../api/call.js';
import { countItems } from '../../ui/format-length.js';
import { newId } from '../../ui/new-id.js';
import { notifyDone, notifyUndo } from '../../ui/notify.js';
import { restoreTrashed } from '../../ui/restore-trashed.js';
import type { OnDone } from '../../ui/use-many.js';
import { removeManyFromLibrary, showManyTagged } from '../library.js';

// As few requests as hold all of them, one after the other; together they are one action. What was done until one failed
// stays done and is handed on first.
async function inChunks<Result>(
  ids: readonly string[],
  send: (ids: string[], actionId: string) => Promise<Result>,
  onEnd: (results: readonly Result[]) => void,
  onDone: OnDone = () => {},
): Promise<readonly Result[]> {
  const actionId = newId();
  const results: Result[] = [];
  try {
    for (let at = 0; at < ids.length; at += MANY_ITEMS_MAX) {
      onDone(at, ids.length);
      results.push(await send(ids.slice(at, at + MANY_ITEMS_MAX), actionId));
    }
  } finally {
    onEnd(results);
  }
  return results;
}

type TagChange = { readonly add: readonly string[] } | { readonly remove: readonly string[] };

export function useTagMany() {
  const queryClient = useQueryClient();
  return async (ids: readonly string[], change: TagChange, onDone?: OnDone): Promise<void> => {
    const isAdded = 'add' in change;
    const offerUndo = (result: TagManyResult): void => {
      if (result.changed === 0) return;
      notifyUndo(taggedWords(result, isAdded), () => undoTags(queryClient, result, isAdded));
    };
    const result = await tagAll(queryClient, ids, change, offerUndo, onDone);
    if (result.changed === 0) notifyDone(taggedWords(result, isAdded));
  };
}

function taggedWords({ changed, tags, refused }: TagManyResult, isAdded: boolean): string {
  const names = tags.map(({ tag }) => `“${tag.name}”`).join(', ');
  const full = refused.length === 0 ? '' : ` ${countItems(refused.length)} can carry no more tags.`;
  if (changed === 0) return full === '' ? 'Nothing had to be changed.' : full.trim();
  return `${names} ${isAdded ? 'added to' : 'removed from'} ${countItems(changed)}.${full}`;
}

async function tagAll(
  queryClient: QueryClient,
  ids: readonly string[],
  change: TagChange,
  onEnd: (result: TagManyResult) => void = () => {},
  onDone?: OnDone,
): Promise<TagManyResult> {
  const body = 'add' in change ? { add: [...change.add] } : { remove: [...change.remove] };
  const end = (results: readonly TagManyResult[]): void => {
    const result = merged(results);
    showManyTagged(queryClient, result, 'add' in change);
    onEnd(result);
  };
  const send = (some: string[], actionId: string) => call('tagManyMedia', { body: { ids: some, actionId, ...body } });
  return merged(await inChunks(ids, send, end, onDone));
}

// What an item had before, it keeps: each tag is taken off, or put back, where it was changed.
async function undoTags(queryClient: QueryClient, { tags }: TagManyResult, isAdded: boolean): Promise<void> {
  for (const { tag, mediaIds } of tags) {
    if (mediaIds.length > 0) {
      await tagAll(queryClient, mediaIds, isAdded ? { remove: [tag.id] } : { add: [tag.name] });
    }
  }
}

function merged(results: readonly TagManyResult[]): TagManyResult {
  const byTag = new Map<string, TagManyResult['tags'][number]>();
  for (const { tag, mediaIds } of results.flatMap(({ tags }) => tags)) {
    byTag.set(tag.id, { tag, mediaIds: [...(byTag.get(tag.id)?.mediaIds ?? []), ...mediaIds] });
  }
  return {
    changed: results.reduce((sum, { changed }) => sum + changed, 0),
    tags: [...byTag.values()],
    refused: results.flatMap(({ refused }) => refused),
  };
}

export function useDeleteMany() {
  const queryClient = useQueryClient();
  return async (
    ids: readonly string[],
    onGone: (ids: readonly string[]) => void,
    onDone?: OnDone,
  ): Promise<DeleteManyResult> => {
    const end = (results: readonly DeleteManyResult[]): void => {
      const { deleted, refused } = together(results);
      removeManyFromLibrary(queryClient, deleted);
      void queryClient.invalidateQueries({ refetchType: 'none' });
      onGone(deleted);
      if (deleted.length === 0) return;
      notifyUndo(deletedWords(deleted.length, refused), () => restoreTrashed(queryClient, deleted));
    };
    const send = (some: string[], actionId: string) => call('deleteManyMedia', { body: { ids: some, actionId } });
    return together(await inChunks(ids, send, end, onDone));
  };
}

const together = (results: readonly DeleteManyResult[]): DeleteManyResult => ({
  deleted: results.flatMap(({ deleted }) => deleted),
  refused: results.flatMap(({ refused }) => refused),
});

// «12 of 14 are in the trash. 2 are needed by “Summer” and stay.»
function deletedWords(count: number, refused: DeleteManyResult['refused']): string {
  if (refused.length === 0) return `${countItems(count)} ${count === 1 ? 'is' : 'are'} in the trash.`;
  return `${count} of ${count + refused.length} are in the trash. ${neededWords(refused)}`;
}

export function neededWords(refused: DeleteManyResult['refused']): string {
  const campaigns = [...new Set(refused.flatMap(({ campaigns }) => campaigns))];
  const shown = campaigns.slice(0, 3).map((name) => `“${name}”`);
  const rest = campaigns.length > shown.length ? ` and ${campaigns.length - shown.length} more` : '';
  return `${refused.length} ${refused.length === 1 ? 'is' : 'are'} needed by ${shown.join(', ')}${rest}.`;
}
