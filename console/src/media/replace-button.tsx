import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconReplace, IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MIME_TYPES, UploadError } from '@vitrine/client';
import type { ConsoleMedia, ReplacedMedia } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { Dialog } from '../ui/dialog.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { notifyDone } from '../ui/notify.js';
import { Uses } from './item-sections.js';
import { uploadFile } from './uploads/upload-file.js';

type Props = { readonly media: ConsoleMedia };

export function ReplaceButton({ media }: Props): ReactNode {
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconReplace size={18} aria-hidden />} onClick={dialog.open}>
        Replace
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={`Replace “${media.name}” everywhere`}>
        {isOpen && <Replacing media={media} onClose={dialog.close} />}
      </Dialog>
    </>
  );
}

function Replacing({ media, onClose }: Props & { readonly onClose: () => void }): ReactNode {
  const replacing = useReplace(media);
  const { playlists } = media.usedIn;
  const live = media.usedIn.campaigns.filter(({ status }) => status !== 'ended');
  return (
    <Stack>
      <Text size="sm">
        {playlists.length === 0
          ? 'A new file takes its place, with its name, tags and description. No playlist has it at the moment.'
          : 'A new file takes its place in these playlists, with its name, tags and description.'}
      </Text>
      {playlists.length > 0 && <Uses playlists={playlists} />}
      {live.length > 0 && (
        <>
          <Text size="sm">
            These campaigns show the old file until you publish them again; until then it stays in the library.
          </Text>
          <Uses campaigns={live} />
        </>
      )}
      {live.length === 0 && <Text size="sm">The old file goes to the trash.</Text>}
      {replacing.isError && <ErrorNotice failure={replacing.error} title="Not replaced" />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} disabled={replacing.isPending}>
          Cancel
        </Button>
        <FileButton
          accept={MIME_TYPES.join(',')}
          onChange={(file) => file !== null && replacing.mutate(file)}
          inputProps={{ 'aria-label': 'Choose the new file' }}
        >
          {(props) => (
            <Button
              {...props}
              leftSection={<IconUpload size={18} aria-hidden />}
              loading={replacing.isPending}
              data-autofocus
            >
              Choose the new file
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}

// Uploaded like any file, then one request puts it into all places.
function useReplace({ id, name }: ConsoleMedia) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (file: File): Promise<ReplacedMedia> => {
      const { media, isNew } = await uploadFile(file);
      if (media.id === id) throw new UploadError('This is the same file. Choose another one.');
      const replaced = await call('replaceMedia', { params: { id }, body: { by: media.id } });
      if (isNew && media.name !== name) await takeName(media.id, name);
      return replaced;
    },
    onSuccess: ({ id: newId, playlists, playedIn }) => {
      void queryClient.invalidateQueries();
      notifyDone(toWords(name, playlists.length, playedIn));
      void navigate({ to: '/media/$id', params: { id: newId }, replace: true });
    },
  });
}

async function takeName(id: string, name: string): Promise<void> {
  const { revision } = await call('getConsoleMedia', { params: { id } });
  await call('updateMedia', { params: { id }, body: { revision, name } });
}

function toWords(name: string, playlists: number, playedIn: ReplacedMedia['playedIn']): string {
  const places = playlists === 0 ? '' : ` in ${playlists === 1 ? '1 playlist' : `${playlists} playlists`}`;
  const live = playedIn.map((campaign) => `“${campaign.name}”`).join(', ');
  return `“${name}” is replaced${places}.${live === '' ? '' : ` Publish ${live} to show the new file.`}`;
}
