import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LinkButton } from '../ui/links.js';
import { PageHeader } from '../ui/page-header.js';

export const NotFoundPage = (): ReactNode => (
  <Stack align="flex-start" gap={0}>
    <PageHeader title="There is no such page" />
    <Text mb="lg" maw="36rem">
      The address may be misspelt, or what it named has been moved or deleted.
    </Text>
    <LinkButton to="/media">Go to the media</LinkButton>
  </Stack>
);
