import { Alert, Grid, Stack } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../api/me.js';
import { PageHeader } from '../ui/page-header.js';
import { AssistantsSection } from './assistants-section.js';
import { CompanySection } from './company-section.js';
import { EmailSection } from './email-section.js';
import { PasskeysSection } from './passkeys-section.js';
import { PasswordSection } from './password-section.js';
import { ProfileSection } from './profile-section.js';
import { SecondFactorSection } from './second-factor-section.js';
import { SessionsSection } from './sessions-section.js';

const route = getRouteApi('/shell/account');

// One's own affairs, for every role. Who one is at the left, how one comes in at the right; on a phone one below the other,
// and what a merchant waits for first.
export function AccountPage(): ReactNode {
  const { merchant } = useMe();
  const [who, how] = merchant?.needsSecondFactor === true ? [2, 1] : [1, 2];
  return (
    <>
      <PageHeader
        title="My account"
        description="Who you are here, and how you come in. It counts at every merchant."
      />
      <EarlierRemoved />
      <SecondFactorNeeded />
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 6 }} order={{ base: who, md: 1 }}>
          <Stack gap="lg">
            <ProfileSection />
            <EmailSection />
            <PasswordSection />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }} order={{ base: how, md: 2 }}>
          <Stack gap="lg">
            <SecondFactorSection />
            <PasskeysSection />
            <CompanySection />
            <SessionsSection />
            <AssistantsSection />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

// After a single sign-on that confirmed the email for the first time.
function EarlierRemoved(): ReactNode {
  const { removed } = route.useSearch();
  const { person } = useMe();
  if (removed !== true) return null;
  return (
    <Alert mb="lg" title="Earlier ways to sign in were removed">
      Your single sign-on confirmed for the first time that {person.email} is yours. Everything else that opened the
      account was removed, because somebody else may have set it up. You can set up your own again below.
    </Alert>
  );
}

// Why somebody is here who asked for another page.
function SecondFactorNeeded(): ReactNode {
  const { merchant } = useMe();
  if (merchant?.needsSecondFactor !== true) return null;
  return (
    <Alert
      color="yellow"
      mb="lg"
      icon={<IconShieldLock aria-hidden />}
      title={`${merchant.merchantName} needs a second factor of everybody`}
    >
      Set up an app or add a passkey below. Everything else opens then.
    </Alert>
  );
}
