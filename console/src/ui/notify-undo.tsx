import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { newId } from './new-id.js';
import { notifyFailure } from './notify.js';

const SHOWN_MS = 12_000;

// What was done, with a way back from it for as long as the notice is there. Undoing once is enough.
export function notifyUndo(message: string, undo: () => Promise<unknown>): void {
  const id = newId();
  const onUndo = (): void => {
    notifications.hide(id);
    void undo().catch((thrown: unknown) => notifyFailure(thrown, 'It could not be undone'));
  };
  notifications.show({
    id,
    color: 'accent',
    autoClose: SHOWN_MS,
    closeButtonProps: { 'aria-label': 'Close' },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          {message}
        </Text>
        <Button variant="light" size="compact-sm" onClick={onUndo}>
          Undo
        </Button>
      </Group>
    ),
  });
}
