import { Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CopyButton } from './copy-button.js';
import { describeFailure } from './describe-failure.js';

// For what happened beside the thing that the person looks at; what belongs to a form stands in the form.
export const notifyDone = (message: string): void => void notifications.show({ message, color: 'accent' });

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
