import { Avatar, Box, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconKey, IconShieldOff, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedPerson, Person } from '@vitrine/contract/people';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { useMember } from '../api/me.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DateTime } from '../ui/date-time.js';
import { HistoryMenuItem } from '../ui/history-link.js';
import { IconButton } from '../ui/icon-button.js';
import { LineList } from '../ui/line-list.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { notifyDone } from '../ui/notify.js';
import { PageHeader } from '../ui/page-header.js';
import { Quiet } from '../ui/quiet.js';
import { Invitations } from './invitations.js';
import { InviteDialog } from './invite-dialog.js';
import { LinkDialog, ResetLinkDialog } from './reset-link-dialog.js';
import { ResetSecondFactorDialog } from './reset-second-factor-dialog.js';
import { RoleSelect } from './role-select.js';

export function PeoplePage(): ReactNode {
  const [isInviting, inviting] = useDisclosure(false);
  return (
    <>
      <PageHeader
        title="People"
        description="Owners and admins manage tokens, people and settings. Staff work with media, playlists and campaigns."
        actions={
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={inviting.open}>
            Invite somebody
          </Button>
        }
      />
      <PeopleTable />
      <Invitations />
      <InviteDialog opened={isInviting} onClose={inviting.close} />
    </>
  );
}

function PeopleTable(): ReactNode {
  const query = useQuery(endpointQuery('listPeople'));
  return (
    <Loaded query={query} what="The people" loading={<LoadingRows count={3} />}>
      {({ items }) => <People people={items} />}
    </Loaded>
  );
}

type Action = 'password' | 'factor' | 'remove';

function People({ people }: { readonly people: readonly ListedPerson[] }): ReactNode {
  const [asked, setAsked] = useState<{ readonly action: Action; readonly person: Person }>();
  const [made, setMade] = useState<{ readonly person: Person; readonly link: string }>();
  const owners = people.filter(({ role }) => role === 'owner').length;
  const onClose = (): void => setAsked(undefined);
  return (
    <>
      <LineList label="People">
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isLastOwner={person.role === 'owner' && owners === 1}
            onAction={(action) => setAsked({ action, person })}
          />
        ))}
      </LineList>
      {asked?.action === 'password' && (
        <ResetLinkDialog {...asked} onClose={onClose} onLink={(link) => setMade({ person: asked.person, link })} />
      )}
      {made !== undefined && <LinkDialog {...made} onClose={() => setMade(undefined)} />}
      {asked?.action === 'factor' && <ResetSecondFactorDialog {...asked} onClose={onClose} />}
      {asked?.action === 'remove' && <RemoveDialog {...asked} onClose={onClose} />}
    </>
  );
}

type RowProps = {
  readonly person: ListedPerson;
  readonly isLastOwner: boolean;
  readonly onAction: (action: Action) => void;
};

function PersonRow({ person, isLastOwner, onAction }: RowProps): ReactNode {
  const { role: myRole, person: me } = useMember();
  // Only owners change owners; the last one is changed by nobody, so that the merchant is never without.
  const isFixed = isLastOwner || (person.role === 'owner' && myRole !== 'owner');
  // One's own is on the page of the account.
  const isBeyondHelp = person.id === me.id || (person.role === 'owner' && myRole !== 'owner');
  return (
    <Group component="li" px="md" py="sm" gap="sm">
      <Avatar name={person.name} color="gray" variant="light" radius="xl" visibleFrom="xs" aria-hidden />
      {/* On a phone a line of its own: beside the buttons only the first letters would be left. */}
      <Box flex="1 1 12rem" miw={0}>
        <Text fw={600} truncate>
          {person.name}
          {person.id === me.id && (
            <Text span c="dimmed" fw={400}>
              {' '}
              (you)
            </Text>
          )}
        </Text>
        <Quiet truncate>{person.email}</Quiet>
        <Quiet size="xs">
          {person.lastActiveAt === null ? (
            'never signed in'
          ) : (
            <>
              last here <DateTime value={person.lastActiveAt} precision="day" />
            </>
          )}
        </Quiet>
      </Box>
      <Quiet visibleFrom="sm" ta="right">
        since <DateTime value={person.joinedAt} precision="day" />
      </Quiet>
      <Group gap="sm" wrap="nowrap">
        <Stack gap={2}>
          <RoleSelect person={person} isFixed={isFixed} />
          {isLastOwner && (
            <Quiet size="xs" ta="center">
              last owner
            </Quiet>
          )}
        </Stack>
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton label={`More for ${person.name}`} icon={IconDots} size="lg" />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconKey size={16} aria-hidden />}
              disabled={isBeyondHelp}
              onClick={() => onAction('password')}
            >
              New password …
            </Menu.Item>
            <Menu.Item
              leftSection={<IconShieldOff size={16} aria-hidden />}
              disabled={isBeyondHelp}
              onClick={() => onAction('factor')}
            >
              Take the second factor away …
            </Menu.Item>
            <HistoryMenuItem id={person.id} />
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconTrash size={16} aria-hidden />}
              disabled={isFixed}
              onClick={() => onAction('remove')}
            >
              {person.id === me.id ? 'Leave …' : 'Remove …'}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Group>
  );
}

type RemoveProps = { readonly person: Person; readonly onClose: () => void };

function RemoveDialog({ person, onClose }: RemoveProps): ReactNode {
  const { merchantName, person: me } = useMember();
  const queryClient = useQueryClient();
  const isMe = person.id === me.id;
  const remove = async (): Promise<void> => {
    await call('removePerson', { params: { id: person.id } });
    notifyDone(`${person.name} no longer belongs to ${merchantName}.`);
    await queryClient.invalidateQueries({ queryKey: [isMe ? 'getMe' : 'listPeople'] });
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={isMe ? `Leave ${merchantName}?` : `Remove ${person.name}?`}
      confirmLabel={isMe ? 'Leave' : 'Remove'}
      isDangerous
      onConfirm={remove}
    >
      {isMe ? 'You lose' : `${person.name} loses`} access to {merchantName} at once. Media, playlists, campaigns and
      tokens stay: they belong to the merchant. To come back takes a new invitation.
    </ConfirmDialog>
  );
}
