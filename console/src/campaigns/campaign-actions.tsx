import { Button, Menu } from '@mantine/core';
import { IconArchive, IconArrowBackUp, IconDots, IconPlayerStop, IconRestore, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { notifyDone } from '../ui/notify.js';
import { PublishDialog } from './publish-dialog.js';
import { useCampaignSaved } from './use-campaign-saved.js';

type Open = Move | 'publish';

// What can be done with it in its state; the server has the last word.
export function CampaignActions({ campaign }: { readonly campaign: ConsoleCampaign }): ReactNode {
  // A playlist's page leads here to publish what was changed there.
  const [open, setOpen] = useState<Open | undefined>(() => (location.hash === '#publish' ? 'publish' : undefined));
  const close = (): void => setOpen(undefined);
  if (campaign.archived) {
    return (
      <>
        <Button leftSection={<IconRestore size={18} aria-hidden />} onClick={() => setOpen('restore')}>
          Restore
        </Button>
        {open === 'restore' && <MoveDialog move="restore" campaign={campaign} onClose={close} />}
      </>
    );
  }
  return (
    <>
      <Button onClick={() => setOpen('publish')}>Publish …</Button>
      <MoreMenu campaign={campaign} onOpen={setOpen} />
      {open === 'publish' && <PublishDialog campaign={campaign} onClose={close} />}
      {open !== undefined && open !== 'publish' && <MoveDialog move={open} campaign={campaign} onClose={close} />}
    </>
  );
}

type MenuProps = { readonly campaign: ConsoleCampaign; readonly onOpen: (move: Move) => void };

function MoreMenu({ campaign: { status, live, draft }, onOpen }: MenuProps): ReactNode {
  const isOnScreens = status === 'running' || status === 'upcoming';
  const wasPublished = status !== 'draft';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton variant="default" size={36} label="More actions" icon={IconDots} />
      </Menu.Target>
      <Menu.Dropdown>
        {live !== null && (
          <Menu.Item leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={() => onOpen('withdraw')}>
            Withdraw from screens
          </Menu.Item>
        )}
        {draft !== null && wasPublished && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => onOpen('discard')}>
            Discard the changes
          </Menu.Item>
        )}
        {!isOnScreens && (
          <Menu.Item leftSection={<IconArchive size={16} aria-hidden />} onClick={() => onOpen('archive')}>
            Archive
          </Menu.Item>
        )}
        {!wasPublished && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => onOpen('delete')}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

type Move = 'withdraw' | 'archive' | 'restore' | 'discard' | 'delete';

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

type DialogProps = { readonly move: Move; readonly campaign: ConsoleCampaign; readonly onClose: () => void };

function MoveDialog({ move, campaign, onClose }: DialogProps): ReactNode {
  const { title, label, effect, done, isDangerous } = WORDS[move];
  const onSaved = useCampaignSaved();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const params = { lineageId: campaign.lineageId };
  const body = { revision: campaign.revision };
  const confirm = async (): Promise<void> => {
    if (move === 'delete') {
      await call('deleteCampaign', { params });
      await navigate({ to: '/campaigns' });
      void queryClient.invalidateQueries({ queryKey: ['listConsoleCampaigns'] });
    } else onSaved(await call(ENDPOINTS[move], { params, body }));
    notifyDone(`${campaign.name}: ${done}`);
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
    </ConfirmDialog>
  );
}

const ENDPOINTS = {
  withdraw: 'withdrawCampaign',
  archive: 'archiveCampaign',
  restore: 'restoreCampaign',
  discard: 'discardDraft',
} as const;
