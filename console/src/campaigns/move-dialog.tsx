import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import { TRASH_DAYS } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { notifyDone, notifyUndo } from '../ui/notify.js';
import { forgetUnsavedWork } from '../ui/unsaved-work.js';
import { useCampaignSaved } from './use-campaign-saved.js';
import type { CampaignSettings } from './use-campaign-settings.js';

export type Move = 'withdraw' | 'archive' | 'restore' | 'discard' | 'delete';

type Words = {
  readonly title: string;
  readonly label: string;
  readonly effect: string;
  readonly done: string;
  // What becomes of what is typed and not saved.
  readonly typed?: string;
  readonly isDangerous?: true;
};

const SAVED = 'What you typed is saved first.';
const GONE = 'What you typed and did not save goes too.';

const WORDS: Readonly<Record<Move, Words>> = {
  withdraw: {
    title: 'Withdraw it from the screens?',
    label: 'Withdraw',
    effect: 'Screens stop playing it. It stays here, and you can publish it again.',
    done: 'It is withdrawn.',
    typed: SAVED,
    isDangerous: true,
  },
  archive: {
    title: 'Archive it?',
    label: 'Archive',
    effect: 'It goes out of the lists. You find it under “Archived”, and can restore it.',
    done: 'It is archived.',
    typed: SAVED,
  },
  restore: { title: 'Restore it?', label: 'Restore', effect: 'It is in the lists again.', done: 'It is restored.' },
  discard: {
    title: 'Discard the changes?',
    label: 'Discard',
    effect: 'The dates and the playlists go back to what was published last. This cannot be undone.',
    done: 'The changes are discarded.',
    typed: GONE,
    isDangerous: true,
  },
  delete: {
    title: 'Delete it?',
    label: 'Delete',
    effect: `It can be brought back from the trash for ${TRASH_DAYS} days. Its playlists and media stay.`,
    done: 'It is in the trash.',
    typed: GONE,
    isDangerous: true,
  },
};

type Props = {
  readonly move: Move;
  readonly campaign: ConsoleCampaign;
  readonly settings: CampaignSettings;
  readonly onClose: () => void;
};

export function MoveDialog({ move, campaign, settings, onClose }: Props): ReactNode {
  const { title, label, effect, done, typed, isDangerous } = WORDS[move];
  const go = useMove(move, campaign, settings);
  const queryClient = useQueryClient();
  const undelete = async (): Promise<void> => {
    await call('restoreTrashed', { body: { ids: [campaign.lineageId] } });
    await queryClient.invalidateQueries();
  };
  const confirm = async (): Promise<void> => {
    await go();
    if (move === 'delete') notifyUndo(`“${campaign.name}” is in the trash.`, undelete);
    else notifyDone(`${campaign.name}: ${done}`);
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      confirmLabel={label}
      onConfirm={confirm}
      isDangerous={isDangerous === true}
    >
      {effect}
      {typed !== undefined && settings.draft.isChanged && (
        <Text size="sm" mt="xs">
          {typed}
        </Text>
      )}
    </ConfirmDialog>
  );
}

const ENDPOINTS = {
  withdraw: 'withdrawCampaign',
  archive: 'archiveCampaign',
  restore: 'restoreCampaign',
  discard: 'discardDraft',
} as const;

function useMove(move: Move, campaign: ConsoleCampaign, { draft, saveFirst }: CampaignSettings) {
  const onSaved = useCampaignSaved();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const params = { lineageId: campaign.lineageId };
  return async (): Promise<void> => {
    if (move === 'delete') {
      await call('deleteCampaign', { params });
      forgetUnsavedWork();
      await navigate({ to: '/campaigns' });
      for (const name of ['listConsoleCampaigns', 'getCalendar', 'getToday']) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
      return;
    }
    const { revision } = move === 'discard' ? campaign : await saveFirst();
    const after = await call(ENDPOINTS[move], { params, body: { revision } });
    if (move === 'discard') draft.undo();
    onSaved(after);
  };
}
