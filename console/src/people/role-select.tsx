import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Person } from '@vitrine/contract/people';
import { type Role, ROLES } from '@vitrine/contract/scopes';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { useMember } from '../api/me.js';
import { notifyDone, notifyFailure } from '../ui/notify.js';

export const ROLE_LABELS: Readonly<Record<Role, string>> = { owner: 'Owner', admin: 'Admin', staff: 'Staff' };

// An admin who could make owners could make one of themselves.
export function useOfferedRoles(): readonly Role[] {
  const { role } = useMember();
  return role === 'owner' ? ROLES : ROLES.filter((one) => one !== 'owner');
}

type Props = { readonly person: Person; readonly isFixed: boolean };

export function RoleSelect({ person, isFixed }: Props): ReactNode {
  const queryClient = useQueryClient();
  const offered = useOfferedRoles();
  const change = useMutation({
    mutationFn: (role: Role) => call('changeRole', { params: { id: person.id }, body: { role } }),
    onSuccess: ({ name, role }) => notifyDone(`${name} is now ${ROLE_LABELS[role].toLowerCase()}.`),
    onError: (failure) => notifyFailure(failure, 'The role was not changed'),
    // Changing one's own role changes what this page may show.
    onSettled: () =>
      Promise.all([['listPeople'], ['getMe']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  const options = offered.includes(person.role) ? offered : [person.role, ...offered];
  return (
    <NativeSelect
      aria-label={`Role of ${person.name}`}
      data={options.map((value) => ({ value, label: ROLE_LABELS[value] }))}
      value={change.isPending ? change.variables : person.role}
      disabled={isFixed || change.isPending}
      onChange={({ currentTarget }) => change.mutate(toRole(currentTarget.value))}
    />
  );
}

// The select offers nothing else.
export const toRole = (value: string): Role => value as Role;
