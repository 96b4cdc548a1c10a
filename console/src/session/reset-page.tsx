import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { InvalidRequestError, NotFoundError } from '@vitrine/client';
import type { ResetFound } from '@vitrine/contract/account-links';
import { LINK_MINUTES } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { NewPasswordInput, weaknessIn } from '../ui/new-password-input.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { onSubmit, textIn } from '../ui/form-fields.js';
import { LinkAnchor, LinkButton } from '../ui/links.js';
import { LoadingForm, SessionFrame } from './session-frame.js';

// Where a link for a new password leads. Its secret stands behind the #, which browsers send to nobody.
export function ResetPage(): ReactNode {
  const secret = useLocation({ select: ({ hash }) => hash });
  const { data: found, error, refetch } = useQuery(endpointQuery('lookReset', { body: { secret } }));
  const choosing = useMutation({
    mutationFn: (form: FormData) => call('resetPassword', { body: { secret, password: textIn(form, 'password') } }),
  });
  if (choosing.data !== undefined) return <Done email={choosing.data.email} />;
  if (error instanceof NotFoundError || error instanceof InvalidRequestError) return <Gone />;
  if (choosing.error instanceof NotFoundError) return <Gone />;
  return (
    <SessionFrame title="Choose a new password">
      {error !== null && <ErrorNotice failure={error} onRetry={() => void refetch()} />}
      {error === null && found === undefined && <LoadingForm />}
      {found !== undefined && <ChooseForm found={found} choosing={choosing} />}
    </SessionFrame>
  );
}

type FormProps = {
  readonly found: ResetFound;
  readonly choosing: {
    readonly mutate: (form: FormData) => void;
    readonly isPending: boolean;
    readonly error: unknown;
  };
};

const ChooseForm = ({ found, choosing }: FormProps): ReactNode => (
  <form onSubmit={onSubmit((form) => choosing.mutate(form))}>
    <Stack>
      {choosing.error !== null && weaknessIn(choosing.error) === undefined && <ErrorNotice failure={choosing.error} />}
      {/* Read by password managers, which keep the password under it. */}
      <TextInput label="Email" name="email" value={found.email} autoComplete="username" readOnly variant="filled" />
      <NewPasswordInput error={weaknessIn(choosing.error)} />
      <Text size="sm">Everybody who is signed in with the old one, on any device, is signed out.</Text>
      <Button type="submit" size="md" loading={choosing.isPending}>
        Save the new password
      </Button>
    </Stack>
  </form>
);

// Used, expired, overtaken by another change and never made look the same to the server, too.
const Gone = (): ReactNode => (
  <SessionFrame title="This link no longer works">
    <Stack>
      <Text>
        A link for a new password can be used once, for {LINK_MINUTES} minutes, and ends when the password or the email
        is changed.
      </Text>
      <Text>
        <LinkAnchor to="/forgot">Ask for a new link</LinkAnchor>, or <LinkAnchor to="/sign-in">sign in</LinkAnchor>.
      </Text>
    </Stack>
  </SessionFrame>
);

const Done = ({ email }: { readonly email: string }): ReactNode => (
  <SessionFrame title="Your new password is set">
    <Stack>
      <Text>Sign in with {email} and the new password.</Text>
      <LinkButton to="/sign-in" size="md">
        Sign in
      </LinkButton>
    </Stack>
  </SessionFrame>
);
