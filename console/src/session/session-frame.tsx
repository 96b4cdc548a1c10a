import { Center, Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from '../ui/brand.js';
import { PageHeader } from '../ui/page-header.js';
import { Quiet } from '../ui/quiet.js';

type Props = { readonly title: string; readonly description?: ReactNode; readonly children?: ReactNode };

// The pages for those who are not in yet: one card in the middle.
export const SessionFrame = ({ title, description, children }: Props): ReactNode => (
  <Center component="main" mih="100dvh" p="md" bg="var(--vitrine-soft)">
    <Stack w="100%" maw={420} gap="lg">
      <Center>
        <Brand />
      </Center>
      <Paper radius="lg" p={{ base: 'lg', xs: 'xl' }} bd="1px solid var(--vitrine-line)">
        <PageHeader title={title} description={description} />
        {children}
      </Paper>
      <Quiet size="xs" ta="center">
        What your screens show, in one place.
      </Quiet>
    </Stack>
  </Center>
);
