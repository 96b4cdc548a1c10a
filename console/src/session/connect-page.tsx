import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CONNECTION_DAYS, CONNECTION_UNUSED_DAYS } from '@vitrine/contract/ai-limits';
import type { AiPermission } from '@vitrine/contract/ai-words';
import type { AskedConnection } from '@vitrine/contract/connections';
import type { Me } from '@vitrine/contract/session';
import { useEffect, useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { chooseMerchant } from '../api/chosen-merchant.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { meQuery, readMe, useMe } from '../api/me.js';
import { PermissionTicks } from '../ui/permission-ticks.js';
import { findAskedConnection, forgetAskedConnection } from '../ui/asked-connection.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LinkButton } from '../ui/links.js';
import { Quiet } from '../ui/quiet.js';
import { LookingUp } from './looking-up.js';
import { SessionFrame } from './session-frame.js';
import { whoAsks } from './who-asks.js';

// Where an assistant sends its person to be let in. Nothing happens here by itself: the page is reached by a link that anybody
// can make, so that only a click of the person's leads anywhere.
export function ConnectPage(): ReactNode {
  const me = useMe();
  const [asked] = useState(findAskedConnection);
  if (asked === undefined) return <NothingAsked />;
  if (me.merchant === null) return <NoMerchant me={me} />;
  if (me.merchant.needsSecondFactor) return <NeedsSecondFactor merchantName={me.merchant.merchantName} />;
  return <Asked key={`${me.person.id} ${me.merchant.merchantId}`} asked={asked} me={me} merchant={me.merchant} />;
}

const NothingAsked = (): ReactNode => (
  <SessionFrame title="No assistant is asking">
    <Stack>
      <Text>Start in the assistant: add Vitrine there by its address, and it will bring you back here.</Text>
      <LinkButton to="/account" variant="default">
        To my account
      </LinkButton>
    </Stack>
  </SessionFrame>
);

const NoMerchant = ({ me }: { readonly me: Me }): ReactNode => (
  <SessionFrame title="You belong to no merchant">
    <Text>You are signed in as {me.person.email}, and there is nothing here that an assistant could work on.</Text>
  </SessionFrame>
);

const NeedsSecondFactor = ({ merchantName }: { readonly merchantName: string }): ReactNode => (
  <SessionFrame title="One step before">
    <Stack>
      <Text>{merchantName} needs a second factor of everybody. Set one up; the assistant waits meanwhile.</Text>
      <LinkButton to="/account">Set it up</LinkButton>
    </Stack>
  </SessionFrame>
);

type Props = { readonly asked: string; readonly me: Me; readonly merchant: NonNullable<Me['merchant']> };

function Asked({ asked, me, merchant }: Props): ReactNode {
  const query = useQuery({
    ...endpointQuery('lookAtConnection', { body: { asked } }),
    // What the person has read must not change below the pointer.
    staleTime: Infinity,
  });
  const { data } = query;
  if (query.error !== null || data === undefined) {
    return (
      <SessionFrame title="Connect an assistant">
        <LookingUp query={query} height={120} />
      </SessionFrame>
    );
  }
  if (data.refusal !== null || data.program === null) return <Refused asked={data} />;
  return <Question asked={asked} me={me} merchant={merchant} connection={data} program={data.program} />;
}

// The way back is the person's to take: see above.
function Refused({ asked: { refusal, program, back } }: { readonly asked: AskedConnection }): ReactNode {
  return (
    <SessionFrame title="This cannot be connected">
      <Stack>
        <Text>{refusal}</Text>
        <Text>If you have started this yourself, try again in the assistant. If not, close this page.</Text>
        <Group>
          {program !== null && back !== null && (
            <Button variant="default" onClick={() => leave(back)}>
              Back to {program.returnsTo ?? program.name}
            </Button>
          )}
          <LinkButton to="/today" variant="default" onClick={forgetAskedConnection}>
            To Vitrine
          </LinkButton>
        </Group>
      </Stack>
    </SessionFrame>
  );
}

function leave(to: string): void {
  forgetAskedConnection();
  window.location.assign(to);
}

type Program = NonNullable<AskedConnection['program']>;
type QuestionProps = Props & { readonly connection: AskedConnection; readonly program: Program };

function Question({ asked, me, merchant, connection, program }: QuestionProps): ReactNode {
  const { permissions: offered, back, hasRoom } = connection;
  const queryClient = useQueryClient();
  // What shows on the screens is nobody's to change unless it is ticked.
  const [chosen, setChosen] = useState<AiPermission[]>(offered.filter((one) => one !== 'publish'));
  const allowing = useMutation({
    mutationFn: async () => {
      // The yes is for what is shown. Somebody else may have signed in in another tab: then that is shown, and asked anew.
      const now = await readMe(new AbortController().signal);
      if (now.person.id !== me.person.id || now.merchant?.merchantId !== merchant.merchantId) {
        queryClient.setQueryData(meQuery.queryKey, now);
        return null;
      }
      return call('allowConnection', { body: { asked, permissions: chosen } });
    },
    onSuccess: (answer) => answer !== null && leave(answer.to),
  });
  const choosing = useChooseMerchant(merchant.merchantId);
  const isReady = useDeliberate();
  if (allowing.isSuccess && allowing.data !== null) return <Connected program={program} />;
  return (
    <SessionFrame title={whoAsks(program).headline}>
      <Stack gap="lg">
        <WhoAsks program={program} />
        <ForMerchant me={me} merchant={merchant} choosing={choosing} />
        {choosing.error !== null && <ErrorNotice failure={choosing.error} title="The merchant was not changed" />}
        <PermissionTicks label="What it may do in your name" offered={offered} chosen={chosen} onChange={setChosen} />
        {!hasRoom && <NoRoom />}
        {allowing.error !== null && <ErrorNotice failure={allowing.error} title="It was not connected" />}
        <Group>
          <Button
            size="md"
            loading={allowing.isPending}
            disabled={!isReady || !hasRoom || choosing.isPending}
            onClick={() => allowing.mutate()}
          >
            Connect
          </Button>
          <Button size="md" variant="default" onClick={() => back !== null && leave(back)}>
            Cancel
          </Button>
        </Group>
        <Quiet>
          It can never do more than you, and it deletes nothing. It stays connected for {CONNECTION_DAYS} days, or until
          it was not used for {CONNECTION_UNUSED_DAYS}. You can disconnect it under My account at any time.
        </Quiet>
      </Stack>
    </SessionFrame>
  );
}

const READY_AFTER_MS = 500;
const PERSON_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const;

// True once the page has been open for half a second and the person has moved the pointer or pressed a key. Otherwise another
// site could open this page under the second click of a double click.
function useDeliberate(): boolean {
  const [hasWaited, setHasWaited] = useState(false);
  const [hasActed, setHasActed] = useState(false);
  useEffect(() => {
    const act = (): void => setHasActed(true);
    const timer = setTimeout(() => setHasWaited(true), READY_AFTER_MS);
    for (const name of PERSON_EVENTS) window.addEventListener(name, act);
    return () => {
      clearTimeout(timer);
      for (const name of PERSON_EVENTS) window.removeEventListener(name, act);
    };
  }, []);
  return hasWaited && hasActed;
}

function WhoAsks({ program }: { readonly program: Program }): ReactNode {
  const { isKnown, words } = whoAsks(program);
  const [before, known, after] = words;
  return (
    <Alert
      color={isKnown ? 'gray' : 'yellow'}
      icon={<IconAlertTriangle aria-hidden />}
      title="Did you start this yourself, just now?"
    >
      {before}
      <b>{known}</b>
      {after}
    </Alert>
  );
}

// For this tab alone: what other tabs work for stays as it is. Where it cannot be read the tab stays where it was, as the page
// says.
function useChooseMerchant(before: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (merchantId: string) => {
      chooseMerchant(merchantId);
      queryClient.setQueryData(meQuery.queryKey, await readMe(new AbortController().signal));
      await queryClient.invalidateQueries({ queryKey: ['lookAtConnection'] });
    },
    onError: () => chooseMerchant(before),
  });
}

type ForMerchantProps = Pick<Props, 'me' | 'merchant'> & { readonly choosing: ReturnType<typeof useChooseMerchant> };

function ForMerchant({ me, merchant, choosing }: ForMerchantProps): ReactNode {
  const signedIn = `You are signed in as ${me.person.name}, ${me.person.email}.`;
  if (me.memberships.length < 2) {
    return (
      <div>
        <Text>
          At <b>{merchant.merchantName}</b>
        </Text>
        <Quiet>{signedIn}</Quiet>
      </div>
    );
  }
  return (
    <NativeSelect
      label="At which merchant"
      description={signedIn}
      value={merchant.merchantId}
      disabled={choosing.isPending}
      onChange={({ currentTarget }) => choosing.mutate(currentTarget.value)}
      data={me.memberships.map(({ merchantId, merchantName }) => ({ value: merchantId, label: merchantName }))}
    />
  );
}

const NoRoom = (): ReactNode => (
  <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="You have as many assistants as there may be">
    <Stack gap="xs" align="flex-start">
      Disconnect one first; this one waits meanwhile.
      <LinkButton to="/account" size="xs" variant="default">
        To my account
      </LinkButton>
    </Stack>
  </Alert>
);

// A program on the same machine takes its answer and leaves the page where it is.
const Connected = ({ program }: { readonly program: Program }): ReactNode => (
  <SessionFrame title={`${program.name} is let in`}>
    <Text role="status">Go back to the assistant; you can close this page.</Text>
  </SessionFrame>
);
