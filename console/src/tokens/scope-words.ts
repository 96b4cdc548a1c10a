import { WRITE_SCOPES, type Scope } from '@vitrine/contract/scopes';

// What a scope lets the other system do, for somebody who never read an API's documentation.
export const SCOPE_WORDS: Readonly<Record<Scope, { readonly label: string; readonly effect: string }>> = {
  'media:read': { label: 'See media', effect: 'Names, sizes, tags and small pictures of everything in the library.' },
  'media:files': {
    label: 'Download files',
    effect: 'The original pictures and videos, not only their small pictures.',
  },
  'media:write': { label: 'Upload media', effect: 'Add pictures and videos to the library. It cannot delete any.' },
  'campaigns:read': { label: 'See campaigns', effect: 'Which campaigns there are, when they run and what they play.' },
  'playlists:read': { label: 'See playlists', effect: 'Shared playlists and the order of what they play.' },
  'tags:read': { label: 'See tags', effect: 'The list of your tags.' },
  'tags:write': { label: 'Add tags', effect: 'Put tags on media, also new ones. It cannot remove any.' },
  'changes:read': {
    label: 'Follow changes',
    effect: 'Be told what is new, changed or deleted, of those things above that it may see.',
  },
};

export const hasWrite = (scopes: readonly Scope[]): boolean => scopes.some((scope) => WRITE_SCOPES.includes(scope));
