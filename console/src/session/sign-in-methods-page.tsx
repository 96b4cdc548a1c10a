import { Alert, Button, Group, Radio, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { SignInMethods } from '@vitrine/contract/sign-in-methods';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { meQuery } from '../api/me.js';
import { DateTime } from '../ui/date-time.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { onSubmit, textIn } from '../ui/form-fields.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { SessionFrame } from './session-frame.js';

const route = getRouteApi('/sign-in-methods');

// After a new password by a link, and after an existing account joined a merchant. The person says of each method whether it
// is theirs: somebody else may have set it up.
export function SignInMethodsPage(): ReactNode {
  const query = useQuery(endpointQuery('listSignInMethods'));
  return (
    <SessionFrame
      title="Is all of this yours?"
      description="This opens your account. Remove what you did not set up yourself or no longer use."
    >
      <Loaded query={query} what="The list" loading={<LoadingRows count={3} />}>
        {(methods) => <MethodsForm methods={methods} />}
      </Loaded>
    </SessionFrame>
  );
}

function MethodsForm({ methods }: { readonly methods: SignInMethods }): ReactNode {
  const { hasPassword, appSince, passkeys, company, otherSessions, assistants } = methods;
  const keeping = useKeeping(methods);
  return (
    <form onSubmit={onSubmit(keeping.mutate)}>
      <Stack>
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <Method key={id} name={id} label={`Passkey ${name}`}>
            Added <DateTime value={createdAt} precision="day" />,{' '}
            {lastUsedAt === null ? 'never used' : <>last used {<DateTime value={lastUsedAt} />}</>}
          </Method>
        ))}
        {appSince !== null && (
          <Method name="app" label="Authenticator app">
            Set up <DateTime value={appSince} precision="day" />
          </Method>
        )}
        {company !== null && (
          <Method name="company" label="Single sign-on">
            {company.email ?? 'An account'}, connected <DateTime value={company.linkedAt} precision="day" />
          </Method>
        )}
        {otherSessions > 0 && (
          <Method name="sessions" label="Other browsers">
            {otherSessions === 1 ? 'One other browser is' : `${otherSessions} other browsers are`} signed in
          </Method>
        )}
        {assistants > 0 && (
          <Method name="assistants" label="Assistants">
            {assistants === 1 ? 'One assistant has' : `${assistants} assistants have`} access
          </Method>
        )}
        <Alert>
          If you remove something, every other browser is signed out and you need new recovery codes.
          {hasPassword && ' If somebody else knows your password, change it under My account.'}
        </Alert>
        {keeping.error !== null && <ErrorNotice failure={keeping.error} />}
        <Button type="submit" size="md" loading={keeping.isPending}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}

type MethodProps = { readonly name: string; readonly label: string; readonly children: ReactNode };

// Neither is chosen before: the person decides.
const Method = ({ name, label, children }: MethodProps): ReactNode => (
  <Radio.Group name={name} label={label} description={children} required withAsterisk={false}>
    <Group mt="xs">
      <Radio value="keep" label="Keep" required />
      <Radio value="remove" label="Remove" required />
    </Group>
  </Radio.Group>
);

function useKeeping({ passkeys }: SignInMethods) {
  const { to = '/today' } = route.useSearch();
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (form: FormData) => {
      const isKept = (name: string): boolean => textIn(form, name) !== 'remove';
      const body = {
        app: isKept('app'),
        passkeys: passkeys.map(({ id }) => id).filter(isKept),
        company: isKept('company'),
        sessions: isKept('sessions'),
        assistants: isKept('assistants'),
      };
      return call('keepSignInMethods', { body });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries();
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
      router.history.replace(to);
    },
  });
}
