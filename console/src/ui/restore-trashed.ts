import type { QueryClient } from '@tanstack/react-query';
import { RESTORED_MAX } from '@vitrine/contract/console-limits';
import { call } from '../api/call.js';
import { formatCount } from './format-length.js';
import { notifyWarning } from './notify.js';

// Out of the trash, however many. Everything may be elsewhere again: lists, drafts, what is used.
export async function restoreTrashed(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  let leftOut = 0;
  try {
    for (let at = 0; at < ids.length; at += RESTORED_MAX) {
      leftOut += (await call('restoreTrashed', { body: { ids: ids.slice(at, at + RESTORED_MAX) } })).leftOut;
    }
  } finally {
    // Of several, some may be back though others are not.
    await queryClient.invalidateQueries();
  }
  if (leftOut > 0) notifyWarning('Not everywhere', leftOutWords(leftOut));
}

const leftOutWords = (count: number): string =>
  count === 1
    ? '1 thing has all the tags that it can have by now, and stays without this one.'
    : `${formatCount(count)} things have all the tags that they can have by now, and stay without this one.`;
