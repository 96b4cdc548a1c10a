import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TRASH_DAYS } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { merchantQuery } from '../api/merchant.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { countPlaylists } from './use-many-playlists.js';

type Props = {
  readonly ids: readonly string[];
  // Of a single one.
  readonly name?: string | undefined;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
};

export function DeletePlaylistsDialog({ ids, name, onConfirm, onClose }: Props): ReactNode {
  const defaultId = useQuery(merchantQuery).data?.defaultPlaylistId ?? '';
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${name === undefined ? countPlaylists(ids.length) : `“${name}”`}?`}
      confirmLabel="Delete"
      isDangerous
      onConfirm={onConfirm}
    >
      <Stack gap="xs">
        {ids.includes(defaultId) && (
          <Text size="sm">
            {name === undefined ? 'The default playlist is among them' : 'It is the default playlist'}: screens stay
            dark while nothing runs, until you choose another one.
          </Text>
        )}
        <Text size="sm">
          The media stay in the library, and campaigns that are live play on what they were published with. Campaigns
          that are being worked on lose {name === undefined ? 'them' : 'it'}.
        </Text>
        <Text size="sm">Everything can be brought back from the trash for {TRASH_DAYS} days.</Text>
      </Stack>
    </ConfirmDialog>
  );
}
