import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ConsoleCampaign } from '@vitrine/contract/console/campaigns';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { notifyDone } from '../ui/notify.js';
import { useKeepCampaign } from './use-keep-campaign.js';

export type Move = 'withdraw' | 'archive' | 'restore' | 'discard' | 'delete';

type Words = {
  readonly title: string;
  readonly label: string;
  readonly effect: string;
  readonly done: string;
  readonly isDangerous?: true;
};

const WORDS: Readonly<Record<Move, Words>> = {
  withdraw: {
    title: 'Withdraw it from the screens?',
    label: 'Withdraw',
    effect: 'Screens stop playing it. It stays here, and you can publish it again.',
    done: 'It is withdrawn.',
    isDangerous: true,
  },
  archive: {
    title: 'Archive it?',
    label: 'Archive',
    effect: 'It goes out of the lists. You find it under «Archived», and can restore it.',
    done: 'It is archived.',
  },
  restore: { title: 'Restore it?', label: 'Restore', effect: 'It is in the lists again.', done: 'It is restored.' },
  discard: {
    title: 'Discard the changes?',
    label: 'Discard',
    effect: 'The flight and the playlists go back to what was published last. This cannot be undone.',
    done: 'The changes are discarded.',
    isDangerous: true,
  },
  delete: {
    title: 'Delete it?',
    label: 'Delete',
    effect: 'The campaign is gone for good. Its playlists and media stay.',
    done: 'It is deleted.',
    isDangerous: true,
  },
};

type Props = { readonly move: Move; readonly campaign: ConsoleCampaign; readonly onClose: () => void };

export function MoveDialog({ move, campaign, onClose }: Props): ReactNode {
  const { title, label, effect, done, isDangerous } = WORDS[move];
  const keep = useKeepCampaign();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const params = { lineageId: campaign.lineageId };
  const body = { revision: campaign.revision };
  const confirm = async (): Promise<void> => {
    if (move === 'delete') {
      await call('deleteCampaign', { params });
      await navigate({ to: '/campaigns' });
      void queries.invalidateQueries({ queryKey: ['listConsoleCampaigns'] });
    } else keep(await call(ENDPOINTS[move], { params, body }));
    notifyDone(`${campaign.name}: ${done}`);
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={title}
      confirmLabel={label}
      onConfirm={confirm}
      isDangerous={isDangerous === true}
    >
      {effect}
    </ConfirmDialog>
  );
}

const ENDPOINTS = {
  withdraw: 'withdrawCampaign',
  archive: 'archiveCampaign',
  restore: 'restoreCampaign',
  discard: 'discardDraft',
} as const;
