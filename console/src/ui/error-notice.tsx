import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeFailure } from './describe-failure.js';

type Props = {
  readonly failure: unknown;
  // What was being done: "The playlists could not be loaded".
  readonly title?: string;
  readonly onRetry?: () => void;
};

// What went wrong, what to do about it, and the number that support can find it by.
export function ErrorNotice({ failure, title = 'That did not work', onRetry }: Props): ReactNode {
  const { message, advice, requestId } = describeFailure(failure);
  return (
    <Alert color="red" title={title} icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Stack gap="xs">
        <Text size="sm">{message}</Text>
        {advice !== undefined && <Text size="sm">{advice}</Text>}
        {requestId !== undefined && (
          <Text size="xs">
            Request <Code>{requestId}</Code>
          </Text>
        )}
        {onRetry !== undefined && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
