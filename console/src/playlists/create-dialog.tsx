import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PLAYLIST_NAME_CHARACTERS_MAX } from '@vitrine/contract/console/console-limits';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { textIn } from '../ui/form-fields.js';

type Props = { readonly opened: boolean; readonly onClose: () => void };

export function CreateDialog({ opened, onClose }: Props): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  // One id for all tries of this dialog: a try whose answer was lost does not make a second playlist.
  const [id, setId] = useState(() => crypto.randomUUID());
  const create = useMutation({
    mutationFn: (form: FormData) => call('createPlaylist', { body: { id, name: textIn(form, 'name').trim() } }),
    onSuccess: async (playlist) => {
      setId(crypto.randomUUID());
      queries.setQueryData(endpointQuery('getConsolePlaylist', { params: { id: playlist.id } }).queryKey, playlist);
      void queries.invalidateQueries({ queryKey: ['listConsolePlaylists'] });
      await navigate({ to: '/playlists/$id', params: { id: playlist.id } });
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title="New playlist" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(new FormData(event.currentTarget));
        }}
      >
        <Stack>
          <TextInput
            name="name"
            label="Name"
            placeholder="Front window"
            maxLength={PLAYLIST_NAME_CHARACTERS_MAX}
            pattern=".*\S.*"
            title="A name that is not blank"
            required
            withAsterisk={false}
            data-autofocus
          />
          {create.isError && <ErrorNotice failure={create.error} title="No playlist was made" />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Make it
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
