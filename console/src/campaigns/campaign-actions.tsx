import { Button, Menu } from '@mantine/core';
import {
  IconArchive,
  IconArrowBackUp,
  IconCopy,
  IconDots,
  IconPlayerStop,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import { useState, type ReactNode } from 'react';
import { HistoryMenuItem } from '../ui/history-link.js';
import { IconButton } from '../ui/icon-button.js';
import { CopyDialog } from './copy-dialog.js';
import { MoveDialog, type Move } from './move-dialog.js';
import { PublishDialog } from './publish-dialog.js';
import type { CampaignSettings } from './use-campaign-settings.js';

type Open = Move | 'publish' | 'copy';
type Props = { readonly campaign: ConsoleCampaign; readonly settings: CampaignSettings };

// What can be done with it in its state; the server has the last word.
export function CampaignActions({ campaign, settings }: Props): ReactNode {
  // A playlist's page leads here to publish what was changed there.
  const [open, setOpen] = useState<Open | undefined>(() => (location.hash === '#publish' ? 'publish' : undefined));
  const close = (): void => setOpen(undefined);
  return (
    <>
      {campaign.archived ? (
        <Button leftSection={<IconRestore size={18} aria-hidden />} onClick={() => setOpen('restore')}>
          Restore
        </Button>
      ) : (
        <PublishButton settings={settings} onSaved={() => setOpen('publish')} />
      )}
      <MoreMenu campaign={campaign} onOpen={setOpen} />
      {open === 'publish' && <PublishDialog campaign={campaign} onClose={close} />}
      {open === 'copy' && <CopyDialog campaign={campaign} settings={settings} onClose={close} />}
      {open !== undefined && open !== 'publish' && open !== 'copy' && (
        <MoveDialog move={open} campaign={campaign} settings={settings} onClose={close} />
      )}
    </>
  );
}

type PublishProps = { readonly settings: CampaignSettings; readonly onSaved: () => void };

// Publishes what stands on the page: what is typed is saved first, and the button says so. What keeps it from being saved
// is told beside the fields.
function PublishButton({ settings: { draft, canSave, saveFirst }, onSaved }: PublishProps): ReactNode {
  const save = useMutation({ mutationFn: saveFirst, onSuccess: onSaved });
  const { isChanged, isConflict } = draft;
  return (
    <Button loading={save.isPending} disabled={isConflict || (isChanged && !canSave)} onClick={() => save.mutate()}>
      {isChanged ? 'Save and publish …' : 'Publish …'}
    </Button>
  );
}

type MenuProps = { readonly campaign: ConsoleCampaign; readonly onOpen: (move: Open) => void };

function MoreMenu({ campaign: { lineageId, archived, status, live, draft }, onOpen }: MenuProps): ReactNode {
  const isOnScreens = status === 'running' || status === 'upcoming';
  const wasPublished = status !== 'draft';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton variant="default" size={36} label="More actions" icon={IconDots} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => onOpen('copy')}>
          Copy …
        </Menu.Item>
        <HistoryMenuItem id={lineageId} />
        {live !== null && !archived && (
          <Menu.Item leftSection={<IconPlayerStop size={16} aria-hidden />} onClick={() => onOpen('withdraw')}>
            Withdraw from screens
          </Menu.Item>
        )}
        {draft !== null && wasPublished && !archived && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} aria-hidden />} onClick={() => onOpen('discard')}>
            Discard the changes
          </Menu.Item>
        )}
        {!isOnScreens && !archived && (
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
