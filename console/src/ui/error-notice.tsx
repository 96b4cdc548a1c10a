import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.js';
import { describeFailure } from './describe-failure.js';

type Props = {
  readonly failure: unknown;
  // What was being done: "The playlists could not be loaded".
  readonly title?: string;
  readonly onRetry?: () => void;
};

// What went wrong, what to do about it, and what support needs, for those who ask for it.
export function ErrorNotice({ failure, title = 'That did not work', onRetry }: Props): ReactNode {
  const { message, advice, details } = describeFailure(failure);
  return (
    <Alert color="red" title={title} icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Stack gap="xs">
        <Text size="sm">{message}</Text>
        {advice !== undefined && <Text size="sm">{advice}</Text>}
        <Group gap="xs">
          {onRetry !== undefined && (
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          <CopyButton value={details} label="Copy the details for support" />
        </Group>
      </Stack>
    </Alert>
  );
}
