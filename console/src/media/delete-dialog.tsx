import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConsoleMedia } from '@vitrine/contract/console/media';
import type { ReactNode } from 'react';
import { ConflictError } from '@vitrine/client';
import { call } from '../api/call.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { notifyDone } from '../ui/notify.js';
import { useLeaveItem } from './back-to-library.js';
import { removeFromLibrary } from './library.js';
import { Campaigns, Playlists } from './used-in.js';

type Props = { readonly media: ConsoleMedia; readonly opened: boolean; readonly onClose: () => void };

export function DeleteDialog({ media, opened, onClose }: Props): ReactNode {
  const deleting = useDelete(media);
  // What has ended plays nothing any more.
  const live = media.usedIn.campaigns.filter(({ status }) => status !== 'ended');
  const close = (): void => {
    if (deleting.isPending) return;
    deleting.reset();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={live.length > 0 ? 'This item is needed' : `Delete “${media.name}”?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {live.length > 0 ? <Needed campaigns={live} /> : <Consequences media={media} />}
        {deleting.isError && live.length === 0 && <ErrorNotice failure={deleting.error} title="Not deleted" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={deleting.isPending} data-autofocus>
            {live.length > 0 ? 'Close' : 'Cancel'}
          </Button>
          {live.length === 0 && (
            <Button color="red" loading={deleting.isPending} onClick={() => deleting.mutate()}>
              Delete
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

const Needed = ({ campaigns }: { readonly campaigns: ConsoleMedia['usedIn']['campaigns'] }): ReactNode => (
  <>
    <Text size="sm">
      Screens play it, now or soon. Publish these campaigns without it or withdraw them, then it can be deleted.
    </Text>
    <ul className="media-uses">
      <Campaigns campaigns={campaigns} />
    </ul>
  </>
);

function Consequences({ media: { usedIn } }: Pick<Props, 'media'>): ReactNode {
  if (usedIn.playlists.length === 0) {
    return <Text size="sm">No playlist has it. This cannot be undone.</Text>;
  }
  return (
    <>
      <Text size="sm">It goes from these playlists too. This cannot be undone.</Text>
      <ul className="media-uses">
        <Playlists playlists={usedIn.playlists} />
      </ul>
    </>
  );
}

function useDelete({ id, name }: ConsoleMedia) {
  const queryClient = useQueryClient();
  const { go } = useLeaveItem();
  return useMutation({
    mutationFn: () => call('deleteMedia', { params: { id } }),
    onSuccess: () => {
      removeFromLibrary(queryClient, id);
      notifyDone(`“${name}” is deleted.`);
      go();
      // Everything else may show it or count it. Nothing that is on screen now is asked for it again.
      void queryClient.invalidateQueries({ refetchType: 'none' });
    },
    // Published a moment ago: the dialog then shows by whom it is needed.
    onError: (thrown) =>
      thrown instanceof ConflictError ? queryClient.invalidateQueries({ queryKey: ['getConsoleMedia'] }) : undefined,
  });
}
