import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { ConflictError } from '@vitrine/client';
import type { ReactNode } from 'react';

type Props = {
  // "this playlist"
  readonly what: string;
  // What the other wrote.
  readonly children: ReactNode;
  readonly isSaving: boolean;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
};

export const isChangedMeanwhile = (thrown: unknown): boolean =>
  thrown instanceof ConflictError && thrown.code === 'changed_meanwhile';

// Two people at one thing: nothing is lost, and the one who sees this decides.
export const ChangedMeanwhile = ({ what, children, isSaving, onMine, onTheirs }: Props): ReactNode => (
  <Alert
    color="yellow"
    variant="light"
    role="alert"
    icon={<IconUsers aria-hidden />}
    title={`Somebody else changed ${what} meanwhile`}
  >
    <Text size="sm">Nothing of yours is saved yet, and all of it is still in the fields above.</Text>
    {children}
    <Group gap="sm" mt="sm">
      <Button size="xs" loading={isSaving} onClick={onMine}>
        Use mine
      </Button>
      <Button size="xs" variant="default" disabled={isSaving} onClick={onTheirs}>
        Use theirs
      </Button>
    </Group>
  </Alert>
);
