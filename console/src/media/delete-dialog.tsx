import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { TRASH_DAYS } from '@vitrine/contract/console-limits';
import type { ConsoleMedia } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import { ConflictError } from '@vitrine/client';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { notifyUndo } from '../ui/notify.js';
import { forgetUnsavedWork } from '../ui/unsaved-work.js';
import { useLeaveItem } from './back-to-library.js';
import { Uses } from './item-sections.js';
import { removeFromLibrary } from './library.js';

const TRASH_WORDS = `It can be brought back from the trash for ${TRASH_DAYS} days.`;

type Props = { readonly media: ConsoleMedia; readonly opened: boolean; readonly onClose: () => void };

export function DeleteDialog({ media, opened, onClose }: Props): ReactNode {
  const onDelete = useDelete(media);
  const { campaigns, playlists } = media.usedIn;
  // What has ended plays nothing any more.
  const live = campaigns.filter(({ status }) => status !== 'ended');
  if (live.length > 0) {
    return (
      <Modal opened={opened} onClose={onClose} title="This item is needed">
        <Stack>
          <Text size="sm">
            Screens play it, now or soon. Publish these campaigns without it or withdraw them, then it can be deleted.
          </Text>
          <Uses campaigns={live} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} data-autofocus>
              Close
            </Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  const title = `Delete “${media.name}”?`;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={title}
      confirmLabel="Delete"
      isDangerous
      onConfirm={onDelete}
    >
      {playlists.length === 0 ? (
        `No playlist has it. ${TRASH_WORDS}`
      ) : (
        <Stack>
          {`It goes from these playlists too. ${TRASH_WORDS}`}
          <Uses playlists={playlists} />
        </Stack>
      )}
    </ConfirmDialog>
  );
}

function useDelete({ id, name }: ConsoleMedia): () => Promise<void> {
  const queryClient = useQueryClient();
  const { go } = useLeaveItem();
  return async () => {
    try {
      await call('deleteMedia', { params: { id } });
    } catch (thrown) {
      // Published a moment ago: the dialog then shows by whom it is needed.
      if (thrown instanceof ConflictError) await queryClient.invalidateQueries({ queryKey: ['getConsoleMedia'] });
      throw thrown;
    }
    removeFromLibrary(queryClient, id);
    notifyUndo(`“${name}” is in the trash.`, async () => {
      await call('restoreTrashed', { body: { ids: [id] } });
      await queryClient.invalidateQueries();
    });
    // What was typed goes with it.
    forgetUnsavedWork();
    go();
    // Everything else may show it or count it. Nothing that is on screen now is asked for it again.
    void queryClient.invalidateQueries({ refetchType: 'none' });
  };
}
