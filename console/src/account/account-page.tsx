import { Grid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from '../ui/page-header.js';
import { CompanySection } from './company-section.js';
import { EmailSection } from './email-section.js';
import { PasswordSection } from './password-section.js';
import { ProfileSection } from './profile-section.js';
import { SessionsSection } from './sessions-section.js';

// One's own affairs, for every role. Who one is at the left, how one comes in at the right; on a phone one below the other.
export const AccountPage = (): ReactNode => (
  <>
    <PageHeader title="My account" description="Who you are here, and how you come in. It counts at every merchant." />
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="lg">
          <ProfileSection />
          <EmailSection />
          <PasswordSection />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="lg">
          <CompanySection />
          <SessionsSection />
        </Stack>
      </Grid.Col>
    </Grid>
  </>
);
