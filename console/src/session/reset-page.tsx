import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { NotFoundError } from '@vitrine/client';
import type { PasswordReset, ResetFound } from '@vitrine/contract/account-links';
import { removedMethodWords } from '@vitrine/contract/account-words';
import { LINK_MINUTES } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { NewPasswordInput, weaknessIn } from '../ui/new-password-input.js';
import type { Sending } from '../ui/dialog-form.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { onSubmit, textIn } from '../ui/form-fields.js';
import { LinkAnchor, LinkButton } from '../ui/links.js';
import { DeadLink, isDeadLink, LookingUp } from './looking-up.js';
import { SessionFrame } from './session-frame.js';

// Where a link for a new password leads. Its secret stands behind the #, which browsers send to nobody.
export function ResetPage(): ReactNode {
  const secret = useLocation({ select: ({ hash }) => hash });
  const query = useQuery(endpointQuery('lookReset', { body: { secret } }));
  const choosing = useMutation({
    mutationFn: (form: FormData) => call('resetPassword', { body: { secret, password: textIn(form, 'password') } }),
  });
  if (choosing.data !== undefined) return <Done reset={choosing.data} />;
  if (isDeadLink(query.error) || choosing.error instanceof NotFoundError) return <Gone />;
  return (
    <SessionFrame title="Choose a new password">
      <LookingUp query={query} />
      {query.data !== undefined && <ChooseForm found={query.data} choosing={choosing} />}
    </SessionFrame>
  );
}

type FormProps = { readonly found: ResetFound; readonly choosing: Sending<FormData> };

const ChooseForm = ({ found, choosing }: FormProps): ReactNode => (
  <form onSubmit={onSubmit((form) => choosing.mutate(form))}>
    <Stack>
      {choosing.error !== null && weaknessIn(choosing.error) === undefined && <ErrorNotice failure={choosing.error} />}
      {/* Read by password managers, which keep the password under it. */}
      <TextInput label="Email" name="email" value={found.email} autoComplete="username" readOnly variant="filled" />
      <NewPasswordInput error={weaknessIn(choosing.error)} />
      <Text size="sm">
        Everybody who is signed in with the old one, on any device, is signed out.
        {found.isFirstProof && ` ${FIRST_PROOF}`}
      </Text>
      <Button type="submit" size="md" loading={choosing.isPending}>
        Save the new password
      </Button>
    </Stack>
  </form>
);

const FIRST_PROOF =
  'This is the first time that you confirm this email. Everything else that opens the account, such as passkeys and apps, is removed, because somebody else may have set it up.';

const Gone = (): ReactNode => (
  <DeadLink
    way={
      <>
        <LinkAnchor to="/forgot">Ask for a new link</LinkAnchor>, or <LinkAnchor to="/sign-in">sign in</LinkAnchor>.
      </>
    }
  >
    A link for a new password can be used once, for {LINK_MINUTES} minutes, and ends when the password or the email is
    changed.
  </DeadLink>
);

const Done = ({ reset: { email, removed } }: { readonly reset: PasswordReset }): ReactNode => (
  <SessionFrame title="Your new password is set">
    <Stack>
      <Text>Sign in with {email} and the new password.</Text>
      {removed !== null && <Removed removed={removed} />}
      <LinkButton to="/sign-in" size="md">
        Sign in
      </LinkButton>
    </Stack>
  </SessionFrame>
);

// The old password is not named: the person has just replaced it.
function Removed({ removed }: { readonly removed: NonNullable<PasswordReset['removed']> }): ReactNode {
  const words = removedMethodWords({ ...removed, password: false });
  if (words === '') return null;
  return (
    <Alert title="Earlier ways to sign in were removed">
      Removed: {words}. They were set up before you confirmed this email. You can set up your own again under My
      account.
    </Alert>
  );
}
