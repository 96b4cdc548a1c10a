import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { NotFoundError } from '@vitrine/client';
import { EMAIL_CHARACTERS_MAX, FIRST_RUN_HOURS, MERCHANT_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import { useState, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { NOT_BLANK, textIn } from '../ui/form-fields.js';
import { LinkAnchor } from '../ui/links.js';
import { NewPasswordInput, weaknessIn } from '../ui/new-password-input.js';
import { TimeZoneSelect } from '../ui/time-zone-select.js';
import { DeadLink, isDeadLink, LookingUp } from './looking-up.js';
import { SessionForm, useEnter } from './session-form.js';
import { SessionFrame } from './session-frame.js';
import { YourNameInput } from './your-name-input.js';

// Where the address leads that a start without any merchant prints. Its secret stands behind the #, which browsers send to
// nobody.
export function FirstRunPage(): ReactNode {
  const secret = useLocation({ select: ({ hash }) => hash });
  const query = useQuery(endpointQuery('lookFirstRun', { body: { secret } }));
  const [isGone, setGone] = useState(false);
  if (isGone || isDeadLink(query.error)) return <Gone />;
  return (
    <SessionFrame title="Welcome" description="Two answers and an account, and your first screen can play.">
      <LookingUp query={query} />
      {query.data !== undefined && <FirstRunForm secret={secret} onGone={() => setGone(true)} />}
    </SessionFrame>
  );
}

const Gone = (): ReactNode => (
  <DeadLink
    title="This address no longer works"
    way={
      <>
        Is everything set up already? <LinkAnchor to="/sign-in">Sign in</LinkAnchor>
      </>
    }
  >
    It works until the first merchant is made, for {FIRST_RUN_HOURS} hours at most. Start the service again: as long as
    there is no merchant, it prints another.
  </DeadLink>
);

type Props = { readonly secret: string; readonly onGone: () => void };

function FirstRunForm({ secret, onGone }: Props): ReactNode {
  const enter = useEnter();
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [weakness, setWeakness] = useState<string>();
  const finish = (form: FormData) => {
    setWeakness(undefined);
    const body = {
      secret,
      merchantName: textIn(form, 'merchantName'),
      timeZone,
      email: textIn(form, 'email'),
      name: textIn(form, 'name'),
      password: textIn(form, 'password'),
    };
    return call('finishFirstRun', { body }).catch((thrown: unknown) => {
      setWeakness(weaknessIn(thrown));
      if (thrown instanceof NotFoundError) onGone();
      throw thrown;
    });
  };
  return (
    <SessionForm send={finish} onDone={(me) => enter(me)} label="Create">
      <TextInput
        name="merchantName"
        label="Your business"
        description="Its name, as your people know it. You can change it later."
        autoComplete="organization"
        maxLength={MERCHANT_NAME_CHARACTERS_MAX}
        {...NOT_BLANK}
      />
      <TimeZoneSelect
        value={timeZone}
        onChange={setTimeZone}
        description="Campaigns start and end by the clock of this place."
      />
      <YourNameInput />
      <TextInput
        name="email"
        type="email"
        label="Email"
        description="You sign in with it."
        autoComplete="username"
        maxLength={EMAIL_CHARACTERS_MAX}
        required
      />
      <NewPasswordInput error={weakness} />
    </SessionForm>
  );
}
