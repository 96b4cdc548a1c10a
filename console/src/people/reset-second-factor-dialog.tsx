import type { Person } from '@vitrine/contract/people';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { notifyDone } from '../ui/notify.js';

type Props = { readonly person: Person; readonly onClose: () => void };

// For somebody who has lost phone, passkeys and recovery codes.
export function ResetSecondFactorDialog({ person, onClose }: Props): ReactNode {
  const reset = async (): Promise<void> => {
    await call('resetSecondFactor', { params: { id: person.id } });
    notifyDone(`${person.name} signs in with the password alone until a new second factor is set up.`);
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Take the second factor of ${person.name} away?`}
      confirmLabel="Take it away"
      isDangerous
      onConfirm={reset}
    >
      For somebody who has lost their phone and the recovery codes. App, passkeys and codes of {person.name} work no
      more, and every browser is signed out. Until a new one is set up the password alone opens the account: be sure
      that it is {person.name} who asks.
    </ConfirmDialog>
  );
}
