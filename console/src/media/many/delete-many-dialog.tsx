import { Stack, Text } from '@mantine/core';
import { TRASH_DAYS } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { countItems } from '../../ui/format-length.js';
import { notifyWarning } from '../../ui/notify.js';
import type { ManyDialogProps } from './many-dialog.js';
import { neededWords, useDeleteMany } from './use-change-many.js';

export function DeleteManyDialog({ ids, many, onClose, onDone, onGone }: ManyDialogProps): ReactNode {
  const deleteMany = useDeleteMany();
  const remove = async (onProgress: (done: number, total: number) => void): Promise<void> => {
    const { deleted, refused } = await deleteMany(ids, onGone, onProgress);
    if (deleted.length === 0 && refused.length > 0) notifyWarning('Nothing was deleted', neededWords(refused));
    else onDone();
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${countItems(ids.length)}?`}
      confirmLabel="Delete"
      isDangerous
      onConfirm={() => {
        many.run('Deleting', remove);
        return Promise.resolve();
      }}
    >
      <Stack gap="xs">
        <Text size="sm">They go into the trash, where they can be brought back for {TRASH_DAYS} days.</Text>
        <Text size="sm">Playlists play on without them. What a live campaign plays stays where it is.</Text>
      </Stack>
    </ConfirmDialog>
  );
}
