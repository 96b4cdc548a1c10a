import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CopyButton } from './copy-button.js';
import { describeFailure } from './describe-failure.js';

// For what happened beside the thing that the person looks at; what belongs to a form stands in the form.
export const notifyDone = (message: string): void => void notifications.show({ message, color: 'accent' });

const ACTION_MS = 12_000;

// What was done can be taken back from the notice itself, for as long as it is there.
export const notifyUndo = (message: string, undo: () => Promise<unknown>): void =>
  notifyWith(message, 'Undo', () => {
    void undo().catch((thrown: unknown) => notifyFailure(thrown, 'It could not be undone'));
  });

// With a button for what comes next.
export function notifyWith(message: string, label: string, act: () => void): void {
  const press = (): void => {
    notifications.hide(id);
    act();
  };
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          {message}
        </Text>
        <Button size="compact-sm" variant="light" onClick={press}>
          {label}
        </Button>
      </Group>
    ),
    color: 'accent',
    autoClose: ACTION_MS,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}

// Something was done, and there is more to know of it.
export const notifyWarning = (title: string, message: string): void =>
  void notifications.show({ title, message, color: 'yellow', autoClose: 12_000, role: 'alert' });

export function notifyFailure(failure: unknown, title = 'That did not work'): void {
  const { message, details } = describeFailure(failure);
  notifications.show({
    title,
    message: (
      <>
        <Text size="sm">{message}</Text>
        <Group mt="xs">
          <CopyButton value={details} label="Copy the details for support" />
        </Group>
      </>
    ),
    color: 'red',
    autoClose: 12_000,
    role: 'alert',
  });
}
