import { useQueryClient } from '@tanstack/react-query';
import type { Person } from '@vitrine/contract/console/people';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { useMember } from '../api/me.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { notifyDone } from '../ui/notify.js';

type Props = { readonly person: Person; readonly onClose: () => void };

export function RemoveDialog({ person, onClose }: Props): ReactNode {
  const { merchantName, person: me } = useMember();
  const queries = useQueryClient();
  const isMe = person.id === me.id;
  const remove = async (): Promise<void> => {
    await call('removePerson', { params: { id: person.id } });
    notifyDone(`${person.name} no longer belongs to ${merchantName}.`);
    await queries.invalidateQueries({ queryKey: [isMe ? 'getMe' : 'listPeople'] });
  };
  return (
    <ConfirmDialog
      opened
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
