import { Button, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlaylistAdd } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PAGE_ITEMS_MAX } from '@vitrine/contract/limits';
import type { ConsoleMedia } from '@vitrine/contract/media';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { DialogForm } from '../ui/dialog-form.js';
import { Dialog } from '../ui/dialog.js';
import { notifyDone } from '../ui/notify.js';

type Props = { readonly media: Pick<ConsoleMedia, 'id' | 'name'> };

export function AddToPlaylist({ media }: Props): ReactNode {
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      <Button leftSection={<IconPlaylistAdd size={18} aria-hidden />} onClick={dialog.open}>
        Add to a playlist
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={`Add “${media.name}” to a playlist`}>
        {isOpen && <Choosing media={media} onClose={dialog.close} />}
      </Dialog>
    </>
  );
}

// Behind what is in it; the order is set on the playlist's own page.
function Choosing({ media, onClose }: Props & { readonly onClose: () => void }): ReactNode {
  const queryClient = useQueryClient();
  const [playlistId, setPlaylistId] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const { data } = useQuery(endpointQuery('listConsolePlaylists', { query: { limit: PAGE_ITEMS_MAX, sort: 'name' } }));
  const adding = useMutation({
    mutationFn: (id: string) => call('addPlaylistItems', { params: { id }, body: { mediaIds: [media.id] } }),
    onSuccess: ({ name }) => {
      notifyDone(`“${media.name}” is in “${name}” now.`);
      void queryClient.invalidateQueries();
      onClose();
    },
  });
  return (
    <DialogForm
      label="Add"
      hasList
      failureTitle="Not added"
      sending={adding}
      disabled={playlistId === null}
      onCancel={onClose}
      onSend={() => void (playlistId !== null && adding.mutate(playlistId))}
    >
      <Select
        label="Playlist"
        description="It comes last. Campaigns that play the list show it once they are published again."
        placeholder="Choose a playlist"
        data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={playlistId}
        onChange={setPlaylistId}
        searchValue={search}
        onSearchChange={setSearch}
        searchable
        nothingFoundMessage={data?.items.length === 0 ? 'There is no playlist yet' : 'No playlist has this name'}
        comboboxProps={{ shadow: 'md' }}
        data-autofocus
      />
    </DialogForm>
  );
}
