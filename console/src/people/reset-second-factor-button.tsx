import { useDisclosure } from '@mantine/hooks';
import { IconShieldOff } from '@tabler/icons-react';
import type { Person } from '@vitrine/contract/people';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { IconButton } from '../ui/icon-button.js';
import { notifyDone } from '../ui/notify.js';

type Props = { readonly person: Person; readonly isFixed: boolean };

// For somebody who has lost phone, passkeys and recovery codes.
export function ResetSecondFactorButton({ person, isFixed }: Props): ReactNode {
  const [isAsking, asking] = useDisclosure(false);
  const reset = async (): Promise<void> => {
    await call('resetSecondFactor', { params: { id: person.id } });
    notifyDone(`${person.name} signs in with the password alone until a new second factor is set up.`);
  };
  return (
    <>
      <IconButton
        label={`Take the second factor of ${person.name} away`}
        icon={IconShieldOff}
        size="lg"
        disabled={isFixed}
        onClick={asking.open}
      />
      {isAsking && (
        <ConfirmDialog
          onClose={asking.close}
          title={`Take the second factor of ${person.name} away?`}
          confirmLabel="Take it away"
          isDangerous
          onConfirm={reset}
        >
          For somebody who has lost their phone and the recovery codes. App, passkeys and codes of {person.name} work no
          more, and every browser is signed out. Until a new one is set up the password alone opens the account: be sure
          that it is {person.name} who asks.
        </ConfirmDialog>
      )}
    </>
  );
}
