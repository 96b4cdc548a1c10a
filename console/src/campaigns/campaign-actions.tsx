import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArchive, IconArrowBackUp, IconDots, IconPlayerStop, IconRestore, IconTrash } from '@tabler/icons-react';
import type { ConsoleCampaign } from '@vitrine/contract/console/campaigns';
import { useState, type ReactNode } from 'react';
import { MoveDialog, type Move } from './move-dialog.js';
import { PublishDialog } from './publish-dialog.js';

type Open = Move | 'publish';

// What can be done with it in its state; the server has the last word.
export function CampaignActions({ campaign }: { readonly campaign: ConsoleCampaign }): ReactNode {
  const [open, setOpen] = useState<Open>();
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

function MoreMenu({ campaign, onOpen }: MenuProps): ReactNode {
  const { status, live, draft } = campaign;
  const isOnScreens = status === 'running' || status === 'upcoming';
  const wasPublished = status !== 'draft';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More that can be done">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
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
