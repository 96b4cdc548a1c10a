import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton } from './links.js';

const TABS = [
  { to: '/settings/integrations', label: 'Tokens' },
  { to: '/settings/integrations/webhooks', label: 'Webhooks' },
] as const;

// The two pages about other systems: who may ask, and who is told.
export const IntegrationTabs = (): ReactNode => (
  <Group component="nav" aria-label="Integrations" gap="xs" mb="lg">
    {TABS.map(({ to, label }) => (
      <LinkButton
        key={to}
        to={to}
        variant="subtle"
        color="gray"
        size="sm"
        activeOptions={{ exact: true }}
        activeProps={{ variant: 'light' }}
      >
        {label}
      </LinkButton>
    ))}
  </Group>
);
