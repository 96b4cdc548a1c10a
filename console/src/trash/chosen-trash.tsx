import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconTrashX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { countItems } from '../ui/format-length.js';
import { usePurge, useRestore } from './use-trash.js';

type Props = { readonly ids: readonly string[]; readonly isAdmin: boolean; readonly onDone: () => void };

// What is done with all that are chosen.
export function ChosenTrash({ ids, isAdmin, onDone }: Props): ReactNode {
  const [isPurging, purging] = useDisclosure();
  const restoring = useRestore();
  const purge = usePurge();
  const count = countItems(ids.length);
  return (
    <Group gap="xs" role="group" aria-label="What is chosen">
      <Text size="sm" fw={600} aria-live="polite">
        {ids.length} selected
      </Text>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        loading={restoring.isPending}
        onClick={() => restoring.mutate({ ids, done: `${count} brought back.` }, { onSuccess: onDone })}
      >
        Bring back
      </Button>
      {isAdmin && (
        <Button
          variant="default"
          size="xs"
          c="var(--mantine-color-error)"
          leftSection={<IconTrashX size={16} aria-hidden />}
          onClick={purging.open}
        >
          Delete for good
        </Button>
      )}
      <ConfirmDialog
        opened={isPurging}
        onClose={purging.close}
        title={`Delete ${count} for good?`}
        confirmLabel="Delete for good"
        isDangerous
        onConfirm={async () => {
          await purge(ids);
          onDone();
        }}
      >
        Nobody can bring them back after that.
      </ConfirmDialog>
    </Group>
  );
}
