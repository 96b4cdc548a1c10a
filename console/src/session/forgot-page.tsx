import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { EMAIL_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { onSubmit, textIn } from '../ui/form-fields.js';
import { LinkAnchor } from '../ui/links.js';
import { signInWaysQuery } from './company-way.js';
import { SessionFrame } from './session-frame.js';
import { typedEmail } from './typed-email.js';

// What it says is the same for every email: which ones have an account is nobody's to learn here.
export function ForgotPage(): ReactNode {
  const { data: ways } = useQuery(signInWaysQuery);
  const asking = useMutation({
    mutationFn: (form: FormData) => call('askForReset', { body: { email: textIn(form, 'email').trim() } }),
  });
  if (ways?.mail === false || asking.data?.mail === false) return <WithoutMail />;
  if (asking.data !== undefined) return <Asked minutes={asking.data.minutes} />;
  return (
    <SessionFrame title="Forgot your password?" description="We send you a link by which you choose a new one.">
      <form onSubmit={onSubmit((form) => asking.mutate(form))}>
        <Stack>
          {asking.error !== null && <ErrorNotice failure={asking.error} />}
          <TextInput
            name="email"
            type="email"
            label="Email"
            description="What you sign in with."
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typedEmail()}
            maxLength={EMAIL_CHARACTERS_MAX}
            required
          />
          <Button type="submit" size="md" loading={asking.isPending} mt="xs">
            Send the link
          </Button>
          <Back />
        </Stack>
      </form>
    </SessionFrame>
  );
}

const Asked = ({ minutes }: { readonly minutes: number }): ReactNode => (
  <SessionFrame title="Look at your mail">
    <Stack>
      <Text>
        If this email has an account here, a link is on its way. It works once, for {minutes} minutes. Look under spam
        too.
      </Text>
      <Text>Nothing comes? Then it is another email that you sign in with, or it was mistyped.</Text>
      <Back />
    </Stack>
  </SessionFrame>
);

const WithoutMail = (): ReactNode => (
  <SessionFrame title="Forgot your password?">
    <Stack>
      <Text>
        This service sends no mail. Ask an owner or admin of your merchant: on their page People they can make a link by
        which you choose a new password.
      </Text>
      <Text>Nobody there can? Then whoever runs this service can make one.</Text>
      <Back />
    </Stack>
  </SessionFrame>
);

const Back = (): ReactNode => <LinkAnchor to="/sign-in">Back to the sign-in</LinkAnchor>;
