import type { AiPermission } from '@vitrine/contract/ai-words';

export const PERMISSION_WORDS: Readonly<
  Record<AiPermission, { readonly label: string; readonly description: string }>
> = {
  look: { label: 'Look', description: 'See media, playlists, campaigns, screens, and what plays when.' },
  add: { label: 'Add media and tags', description: 'Bring pictures and videos, tag and describe them.' },
  prepare: {
    label: 'Prepare playlists and campaigns',
    description: 'As drafts. Screens go on playing what was published, under its name and tags.',
  },
  publish: {
    label: 'Publish',
    description: 'Put campaigns on the screens, take them off, and change the name and tags of those that are on.',
  },
};
