import { Card, Stack, Title, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = {
  readonly title: string;
  // Where the heading changes and the name should not.
  readonly label?: string;
  readonly gap?: MantineSpacing;
  readonly children: ReactNode;
};

// A card of a page, with its heading.
export const Section = ({ title, label = title, gap = 'sm', children }: Props): ReactNode => (
  <Card withBorder component="section" aria-label={label}>
    <Stack gap={gap}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  </Card>
);
