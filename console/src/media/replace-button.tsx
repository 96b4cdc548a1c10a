import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconReplace, IconUpload } from '@tabler/icons-react';
import { MIME_TYPES } from '@vitrine/client';
import type { ConsoleMedia } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialog.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { Uses } from './item-sections.js';
import { useReplace } from './use-replace.js';

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
