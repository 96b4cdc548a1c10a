import { ActionIcon, Avatar, Box, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Person } from '@vitrine/contract/console/people';
import { useState, type ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { useMember } from '../api/me.js';
import { DateTime } from '../ui/date-time.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LineList } from '../ui/line-list.js';
import { LoadingRows } from '../ui/loading.js';
import { RemoveDialog } from './remove-dialog.js';
import { RoleSelect } from './role-select.js';

export function PeopleTable(): ReactNode {
  const people = useQuery(endpointQuery('listPeople'));
  const [leaving, setLeaving] = useState<Person>();
  if (people.isPending) return <LoadingRows count={3} />;
  if (people.isError) {
    return (
      <ErrorNotice
        failure={people.error}
        title="The people could not be loaded"
        onRetry={() => void people.refetch()}
      />
    );
  }
  const { items } = people.data;
  const owners = items.filter(({ role }) => role === 'owner').length;
  return (
    <>
      <LineList label="People">
        {items.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isLastOwner={person.role === 'owner' && owners === 1}
            onRemove={() => setLeaving(person)}
          />
        ))}
      </LineList>
      {leaving !== undefined && <RemoveDialog person={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

type RowProps = { readonly person: Person; readonly isLastOwner: boolean; readonly onRemove: () => void };

function PersonRow({ person, isLastOwner, onRemove }: RowProps): ReactNode {
  const { role: myRole, person: me } = useMember();
  // Only owners change owners; the last one is changed by nobody, so that the merchant is never without.
  const isFixed = isLastOwner || (person.role === 'owner' && myRole !== 'owner');
  return (
    <Group component="li" p="md" gap="md" wrap="nowrap">
      <Avatar name={person.name} color="initials" radius="xl" visibleFrom="xs" aria-hidden />
      <Box flex="1" miw={0}>
        <Text fw={600} truncate>
          {person.name}
          {person.id === me.id && (
            <Text span c="dimmed" fw={400}>
              {' '}
              (you)
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed" truncate>
          {person.email}
        </Text>
      </Box>
      <Text size="sm" c="dimmed" visibleFrom="sm">
        since <DateTime value={person.joinedAt} precision="day" />
      </Text>
      <Stack gap={2}>
        <RoleSelect person={person} isFixed={isFixed} />
        {isLastOwner && (
          <Text size="xs" c="dimmed" ta="center">
            last owner
          </Text>
        )}
      </Stack>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Remove ${person.name}`}
        disabled={isFixed}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
