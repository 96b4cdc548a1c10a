import { Button, PasswordInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  PASSWORD_CHARACTERS_MAX,
  PASSWORD_CHARACTERS_MIN,
  PERSON_NAME_CHARACTERS_MAX,
} from '@vitrine/contract/console/console-limits';
import type { InvitationFound } from '@vitrine/contract/console/invitations';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { onSubmit, textIn } from '../ui/form-fields.js';
import { SessionError } from './session-error.js';
import { SessionFrame } from './session-frame.js';
import { useEnter } from './use-enter.js';
import { useWait } from './use-wait.js';

type Props = { readonly invitation: InvitationFound; readonly secret: string };

// A new person chooses a name and a password. Who has an account gives its password: whoever holds the link must not come
// into it by the link alone. Which of the two it is only the person can say, because the server tells nobody.
export function JoinForm({ invitation, secret }: Props): ReactNode {
  const { merchantName, email, role } = invitation;
  const [who, setWho] = useState<Who>('new');
  const isNew = who === 'new';
  const enter = useEnter();
  const join = useMutation({
    mutationFn: (form: FormData) =>
      call('acceptInvitation', {
        body: { secret, password: textIn(form, 'password'), ...(isNew && { name: textIn(form, 'name') }) },
      }),
    onSuccess: (me) => enter(me),
  });
  const waitSeconds = useWait(join.error);
  return (
    <SessionFrame title={`Join ${merchantName}`} description={`You are invited as ${ROLE_WORDS[role]}.`}>
      <form onSubmit={onSubmit(join.mutate)}>
        <Stack>
          <SessionError failure={join.error} waitSeconds={waitSeconds} />
          {/* Read by password managers, which keep the password under it. */}
          <TextInput label="Email" name="email" value={email} autoComplete="username" readOnly variant="filled" />
          <Radio.Group label="Have you used Vitrine before?" value={who} onChange={(value) => setWho(parseWho(value))}>
            <Stack gap="xs" mt="xs">
              <Radio value="new" label="No, I am new here" />
              <Radio value="known" label="Yes, I have an account with this email" />
            </Stack>
          </Radio.Group>
          {isNew ? <NewPerson /> : <KnownPerson />}
          <Button type="submit" loading={join.isPending} disabled={waitSeconds > 0} mt="xs">
            Join {merchantName}
          </Button>
        </Stack>
      </form>
    </SessionFrame>
  );
}

type Who = 'new' | 'known';

const parseWho = (value: string): Who => (value === 'known' ? 'known' : 'new');

const ROLE_WORDS = { owner: 'an owner', admin: 'an admin', staff: 'a member of the staff' } as const;

const KnownPerson = (): ReactNode => (
  <>
    <Text size="sm">Its password shows that the account is yours; it keeps its name.</Text>
    <PasswordInput
      name="password"
      label="Password"
      autoComplete="current-password"
      maxLength={PASSWORD_CHARACTERS_MAX}
      required
      withAsterisk={false}
    />
  </>
);

const NewPerson = (): ReactNode => (
  <>
    <TextInput
      name="name"
      label="Your name"
      autoComplete="name"
      maxLength={PERSON_NAME_CHARACTERS_MAX}
      // Something besides spaces.
      pattern=".*\S.*"
      title="Your name, as others will see it"
      required
      withAsterisk={false}
    />
    <PasswordInput
      name="password"
      label="New password"
      description={`At least ${PASSWORD_CHARACTERS_MIN} characters. A short sentence is easy to remember.`}
      autoComplete="new-password"
      minLength={PASSWORD_CHARACTERS_MIN}
      maxLength={PASSWORD_CHARACTERS_MAX}
      required
      withAsterisk={false}
    />
  </>
);
