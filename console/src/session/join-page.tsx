import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import type { InvitationFound } from '@vitrine/contract/invitations';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { NewPasswordInput, weaknessIn } from '../ui/new-password-input.js';
import { textIn } from '../ui/form-fields.js';
import { LinkAnchor } from '../ui/links.js';
import { CompanyWay, findKeptInvitation, signInWaysQuery } from './company-way.js';
import { DeadLink, isDeadLink, LookingUp } from './looking-up.js';
import { PasswordField } from './password-field.js';
import { useEnter } from './session-form.js';
import { SessionFrame } from './session-frame.js';
import { SignInSteps } from './sign-in-steps.js';
import { YourNameInput } from './your-name-input.js';

const route = getRouteApi('/join');

// Where an invitation's link leads. Its secret stands behind the #, which browsers send to nobody.
export function JoinPage(): ReactNode {
  const secret = useSecret();
  const query = useQuery(endpointQuery('lookInvitation', { body: { secret } }));
  if (isDeadLink(query.error)) return <Gone />;
  if (query.error !== null || query.data === undefined) {
    return (
      <SessionFrame title="Invitation">
        <LookingUp query={query} />
      </SessionFrame>
    );
  }
  return <JoinForm invitation={query.data} secret={secret} />;
}

// Who is back from the company, and not in, still has the invitation.
function useSecret(): string {
  const inAddress = useLocation({ select: ({ hash }) => hash });
  const { company } = route.useSearch();
  return inAddress === '' && company !== undefined ? findKeptInvitation() : inAddress;
}

const Gone = (): ReactNode => (
  <DeadLink
    way={
      <>
        Have you joined already? <LinkAnchor to="/sign-in">Sign in</LinkAnchor>
      </>
    }
  >
    An invitation can be used once, for seven days, and can be withdrawn. Ask whoever sent it for a new one.
  </DeadLink>
);

type Props = { readonly invitation: InvitationFound; readonly secret: string };

// A new person chooses a name and a password. A person with an account gives its password, because the link alone must not open
// it. The server tells which of the two it is only for a mailed link. For any other link the person says it.
function JoinForm({ invitation, secret }: Props): ReactNode {
  const { merchantName, email, role, account } = invitation;
  const [who, setWho] = useState<'new' | 'known'>('new');
  const isNew = account === null ? who === 'new' : account === 'none';
  const enter = useEnter();
  const { company } = route.useSearch();
  const { data: ways } = useQuery(signInWaysQuery);
  const [weakness, setWeakness] = useState<string>();
  const join = (form: FormData) => {
    setWeakness(undefined);
    const body = { secret, password: textIn(form, 'password'), ...(isNew && { name: textIn(form, 'name') }) };
    return call('acceptInvitation', { body }).catch((thrown: unknown) => {
      setWeakness(weaknessIn(thrown));
      throw thrown;
    });
  };
  return (
    <SessionFrame title={`Join ${merchantName}`} description={`You are invited as ${ROLE_WORDS[role]}.`}>
      <CompanyWay invitation={secret} refusal={company} />
      {ways?.onlyCompany !== true && (
        <SignInSteps send={join} onDone={(me) => enter(me)} label={`Join ${merchantName}`}>
          {/* Read by password managers, which keep the password under it. */}
          <TextInput label="Email" name="email" value={email} autoComplete="username" readOnly variant="filled" />
          {account === null && (
            <Radio.Group
              label="Have you used Vitrine before?"
              value={who}
              onChange={(value) => setWho(value === 'known' ? 'known' : 'new')}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="new" label="No, I am new here" />
                <Radio value="known" label="Yes, I have an account with this email" />
              </Stack>
            </Radio.Group>
          )}
          {isNew && <NewPerson weakness={weakness} />}
          {account === 'unproven' && <UnprovenPerson weakness={weakness} />}
          {!isNew && account !== 'unproven' && <KnownPerson />}
        </SignInSteps>
      )}
    </SessionFrame>
  );
}

const ROLE_WORDS = { owner: 'an owner', admin: 'an admin', staff: 'a member of the staff' } as const;

const KnownPerson = (): ReactNode => (
  <>
    <Text size="sm">Its password shows that the account is yours; it keeps its name.</Text>
    <PasswordField />
  </>
);

// Joining confirms the email for the first time.
const UnprovenPerson = ({ weakness }: { readonly weakness: string | undefined }): ReactNode => (
  <>
    <Text size="sm">
      There is an account with this email, and nobody has confirmed the email yet. You confirm it by joining. The old
      password and everything else that opens the account is removed, because somebody else may have set it up.
    </Text>
    <NewPasswordInput error={weakness} />
  </>
);

const NewPerson = ({ weakness }: { readonly weakness: string | undefined }): ReactNode => (
  <>
    <YourNameInput />
    <NewPasswordInput error={weakness} />
  </>
);
