import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton } from './links.js';
import { PageHeader } from './page-header.js';

type Props = { readonly title: string; readonly children: string };

// In the place of a page that is not there, or not for this person.
export const DeadEnd = ({ title, children }: Props): ReactNode => (
  <Stack align="flex-start" gap={0}>
    <PageHeader title={title} />
    <Text mb="lg" maw="36rem">
      {children}
    </Text>
    <LinkButton to="/">Go to the first page</LinkButton>
  </Stack>
);
