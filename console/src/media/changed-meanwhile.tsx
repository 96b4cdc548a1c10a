import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  readonly theirs: { readonly name: string; readonly description: string };
  readonly isSaving: boolean;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
};

// Two people at one item: nothing is lost, and the one who sees this decides.
export const ChangedMeanwhile = ({ theirs, isSaving, onMine, onTheirs }: Props): ReactNode => (
  <Alert
    color="yellow"
    variant="light"
    role="alert"
    icon={<IconUsers aria-hidden />}
    title="Somebody else changed this meanwhile"
  >
    <Text size="sm">Nothing of yours is saved yet, and it is still in the fields above. They wrote:</Text>
    <div className="media-theirs">
      <Text size="sm" fw={600}>
        {theirs.name}
      </Text>
      <Text size="sm">{theirs.description === '' ? 'No description' : theirs.description}</Text>
    </div>
    <Group gap="sm" mt="sm">
      <Button size="xs" onClick={onMine} loading={isSaving}>
        Use mine
      </Button>
      <Button size="xs" variant="default" onClick={onTheirs} disabled={isSaving}>
        Use theirs
      </Button>
    </Group>
  </Alert>
);
