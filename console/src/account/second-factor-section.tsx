import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { SecondFactors } from '@vitrine/contract/second-factor';
import { Suspense, useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { DateTime } from '../ui/date-time.js';
import { lazyPart } from '../ui/lazy-part.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { notifyDone } from '../ui/notify.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';
import { StatusBadge } from '../ui/status-badge.js';
import { OnceConfirmed } from './confirm-email.js';
import { RecoveryCodesDialog } from './recovery-codes-dialog.js';
import { useReadFactors } from './use-read-factors.js';

// With the QR code's drawing, which few visits of the page need.
const AppDialog = lazyPart(async () => (await import('./app-dialog.js')).AppDialog);

// Something besides the password: whoever has learned that is not in yet.
export function SecondFactorSection(): ReactNode {
  const query = useQuery(endpointQuery('getSecondFactors'));
  return (
    <Section title="Second factor" gap="md">
      <Loaded query={query} what="The second factor" loading={<LoadingRows count={2} />}>
        {(factors) => <Factors factors={factors} />}
      </Loaded>
    </Section>
  );
}

function Factors({ factors }: { readonly factors: SecondFactors }): ReactNode {
  const { appSince, passkeys } = factors;
  const [codes, setCodes] = useState<readonly string[]>();
  const hasFactor = appSince !== null || passkeys.length > 0;
  return (
    <>
      <Demand factors={factors} />
      {appSince === null ? <WithoutApp onCodes={setCodes} /> : <WithApp since={appSince} />}
      {hasFactor && <Codes left={factors.recoveryCodesLeft} onCodes={setCodes} />}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </>
  );
}

const Demand = ({ factors: { demandedBy } }: { readonly factors: SecondFactors }): ReactNode =>
  demandedBy.length > 0 && (
    <Quiet>
      {demandedBy.join(', ')} {demandedBy.length === 1 ? 'needs' : 'need'} a second factor of everybody: an app or a
      passkey.
    </Quiet>
  );

type CodesProps = { readonly onCodes: (codes: readonly string[]) => void };

function WithoutApp({ onCodes }: CodesProps): ReactNode {
  const [isOpen, dialog] = useDisclosure();
  const readAgain = useReadFactors();
  const finish = async (codes: readonly string[] | null): Promise<void> => {
    dialog.close();
    if (codes === null) notifyDone('From now on the app gives you the code when you sign in.');
    else onCodes(codes);
    await readAgain();
  };
  return (
    <>
      <Text size="sm">
        An app on your phone shows a code that you type after the password. Any authenticator app will do: Google
        Authenticator, Microsoft Authenticator, 1Password and others.
      </Text>
      <OnceConfirmed>
        <Group>
          <Button variant="default" onClick={dialog.open}>
            Set up an app
          </Button>
        </Group>
      </OnceConfirmed>
      {isOpen && (
        <Suspense fallback={<LoadingRows count={2} />}>
          <AppDialog onClose={dialog.close} onDone={(codes) => void finish(codes)} />
        </Suspense>
      )}
    </>
  );
}

function WithApp({ since }: { readonly since: string }): ReactNode {
  const [isAsking, asking] = useDisclosure();
  const readAgain = useReadFactors();
  const remove = async (): Promise<void> => {
    await call('removeApp');
    await readAgain();
    notifyDone('The app is no longer asked for.');
  };
  return (
    <>
      <Group gap="xs">
        <StatusBadge tone="good">On</StatusBadge>
        <Text size="sm">
          Authenticator app, since <DateTime value={since} precision="day" />
        </Text>
      </Group>
      <Group>
        <Button variant="default" onClick={asking.open}>
          Remove the app
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title="Remove the app?"
        confirmLabel="Remove"
        isDangerous
        onConfirm={remove}
      >
        Its codes no longer count. Without a passkey your password alone opens your account, and the recovery codes go,
        too.
      </ConfirmDialog>
    </>
  );
}

const FEW_CODES = 3;

function Codes({ left, onCodes }: CodesProps & { readonly left: number }): ReactNode {
  const [isAsking, asking] = useDisclosure();
  const readAgain = useReadFactors();
  const make = async (): Promise<void> => {
    onCodes((await call('makeRecoveryCodes')).recoveryCodes);
    await readAgain();
  };
  return (
    <>
      <Text size="sm">
        {left === 0 ? 'No recovery codes are left.' : `${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`}{' '}
        {left <= FEW_CODES && 'Make new ones, or you are out when you lose your phone.'}
      </Text>
      <Group>
        <Button variant="default" onClick={asking.open}>
          Make new recovery codes
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title="Make new recovery codes?"
        confirmLabel="Make new codes"
        onConfirm={make}
      >
        You get ten new codes. Those that you have written down work no more.
      </ConfirmDialog>
    </>
  );
}
