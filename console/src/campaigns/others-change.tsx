import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Draft } from './draft.js';
import { flightWords } from './flight-words.js';

type Props = {
  readonly theirs: Draft;
  readonly mine: Draft;
  readonly isSaving: boolean;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
};

// Two people at one campaign: nothing is lost, and the one who sees this decides.
export const OthersChange = ({ theirs, mine, isSaving, onMine, onTheirs }: Props): ReactNode => (
  <Alert
    color="yellow"
    variant="light"
    role="alert"
    icon={<IconUsers aria-hidden />}
    title="Somebody else changed this campaign meanwhile"
  >
    <Text size="sm">Nothing of yours is saved yet, and it is still in the fields above.</Text>
    <Text size="sm" mt="xs">
      Theirs: {summary(theirs)}
    </Text>
    <Text size="sm">With yours: {summary(mine)}</Text>
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

const summary = ({ name, flight, tags }: Draft): string =>
  [`«${name}»`, flightWords(flight), tags.length === 0 ? 'no tags' : tags.join(', ')].join(' · ');
