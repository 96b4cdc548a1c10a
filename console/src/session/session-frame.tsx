import { Center, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from '../ui/brand.js';
import { PageHeader } from '../ui/page-header.js';
import './session-frame.css';

type Props = { readonly title: string; readonly description?: ReactNode; readonly children?: ReactNode };

// The pages for those who are not in yet: one card in the middle.
export const SessionFrame = ({ title, description, children }: Props): ReactNode => (
  <Center component="main" className="session-frame">
    <Stack w="100%" maw={420} gap="lg">
      <Center>
        <Brand />
      </Center>
      <Paper withBorder radius="lg" p={{ base: 'lg', xs: 'xl' }} className="session-card">
        <PageHeader title={title} description={description} />
        {children}
      </Paper>
      <Text size="xs" c="dimmed" ta="center">
        What your screens show, in one place.
      </Text>
    </Stack>
  </Center>
);
