import { Box, Group, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { focusHeading } from './page-heading.js';

type Props = {
  readonly title: string;
  readonly description?: ReactNode;
  // Buttons, at the right or below on a phone.
  readonly actions?: ReactNode;
};

// The top of every page: its one h1, which also names the tab.
export function PageHeader({ title, description, actions }: Props): ReactNode {
  useEffect(() => {
    document.title = `${title} · Vitrine`;
    focusHeading();
  }, [title]);
  return (
    <Group component="header" justify="space-between" align="flex-start" gap="md" mb="lg">
      <Box flex="1 1 18rem" miw={0}>
        <Title order={1} tabIndex={-1}>
          {title}
        </Title>
        {description !== undefined && (
          <Text component="div" c="dimmed" mt={4} maw="42rem">
            {description}
          </Text>
        )}
      </Box>
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
    </Group>
  );
}
