import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton } from '../ui/links.js';
import { PageHeader } from '../ui/page-header.js';

// The server refuses staff here in any case; the page says so before they try.
export const NotAllowedPage = (): ReactNode => (
  <Stack align="flex-start" gap={0}>
    <PageHeader title="For owners and admins" />
    <Text mb="lg" maw="36rem">
      This page is for owners and admins of the merchant. If you need something from it, ask one of them.
    </Text>
    <LinkButton to="/media">Go to the media</LinkButton>
  </Stack>
);
