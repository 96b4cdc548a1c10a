import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { NotFoundError } from '@vitrine/client';
import { EMAIL_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { useEffect, useRef, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { meQuery } from '../api/me.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { onSubmit, textIn } from '../ui/form-fields.js';
import { notifyDone } from '../ui/notify.js';
import { Section } from '../ui/section.js';
import { takeEmailLink } from './email-link.js';

// What the person signs in with. A new one counts once its own mailbox has proved it.
export function EmailSection(): ReactNode {
  const { data: me } = useQuery(meQuery);
  const { data: ways } = useQuery(endpointQuery('getSignInWays'));
  return (
    <Section title="Email">
      <ConfirmedByLink />
      <Text>{me?.person.email}</Text>
      {ways?.mail === true && <NewEmailForm />}
      {ways?.mail === false && (
        <Text size="sm">
          This service sends no mail, so it cannot prove that a new address is yours. Whoever runs it can help.
        </Text>
      )}
    </Section>
  );
}

function NewEmailForm(): ReactNode {
  const asking = useMutation({
    mutationFn: (form: FormData) => call('askForEmail', { body: { email: textIn(form, 'newEmail').trim() } }),
  });
  if (asking.data !== undefined) {
    return (
      <Alert title="Look at your mail">
        A link is on its way to the new address. Open it in this browser within {asking.data.minutes} minutes. Until
        then nothing changes.
      </Alert>
    );
  }
  return (
    <form onSubmit={onSubmit((form) => asking.mutate(form))}>
      <Stack>
        {asking.error !== null && <ErrorNotice failure={asking.error} />}
        <TextInput
          name="newEmail"
          type="email"
          label="New email"
          description="We send a link to it. You sign in with it as soon as you have opened the link."
          autoComplete="off"
          maxLength={EMAIL_CHARACTERS_MAX}
          required
        />
        <Group>
          <Button type="submit" variant="default" loading={asking.isPending}>
            Send the link
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

// Somebody who came by the link of the mail.
function ConfirmedByLink(): ReactNode {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { mutate, error } = useMutation({
    mutationFn: (secret: string) => call('confirmEmail', { body: { secret } }),
    onSuccess: async ({ email }) => {
      notifyDone(`${email} is confirmed. You sign in with it.`);
      // A first read that began before the confirmation would be joined, and its old answer kept.
      await queryClient.cancelQueries({ queryKey: ['getAccount'] });
      await queryClient.invalidateQueries({ queryKey: ['getAccount'] });
      await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
      // Leads to the review of the sign-in methods where this session must do that now.
      await router.invalidate();
    },
  });
  const isTaken = useRef(false);
  useEffect(() => {
    const secret = isTaken.current ? undefined : takeEmailLink();
    isTaken.current = true;
    if (secret !== undefined) mutate(secret);
  }, [mutate]);
  if (error === null) return null;
  if (!(error instanceof NotFoundError)) return <ErrorNotice failure={error} />;
  return (
    <Alert color="red" role="alert" title="This link no longer works">
      A link for a new email can be used once, within half an hour, and by the account that asked for it. Ask for
      another one.
    </Alert>
  );
}
