import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlaylistAdd } from '@tabler/icons-react';
import type { ConsoleMedia } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import { useMany } from '../ui/use-many.js';
import { AddToPlaylistDialog } from './many/add-to-playlist-dialog.js';

type Props = { readonly media: Pick<ConsoleMedia, 'id' | 'name'> };

export function AddToPlaylist({ media }: Props): ReactNode {
  const [isOpen, dialog] = useDisclosure();
  const many = useMany();
  return (
    <>
      <Button
        leftSection={<IconPlaylistAdd size={18} aria-hidden />}
        loading={many.progress !== undefined}
        onClick={dialog.open}
      >
        Add to a playlist
      </Button>
      {isOpen && <AddToPlaylistDialog ids={[media.id]} what={`“${media.name}”`} many={many} onClose={dialog.close} />}
    </>
  );
}
