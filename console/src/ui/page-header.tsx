import { Box, Group, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

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
          <Text component="div" size="sm" c="dimmed" mt={4} maw="42rem">
            {description}
          </Text>
        )}
      </Box>
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
    </Group>
  );
}

// After a change of page the heading gets the focus: people who cannot see the page hear where they are, and the next
// Tab goes on from there. A page that is still loading has no heading yet, so whichever comes first, wins: the router
// when the page is drawn, or the heading when it appears.
let isAwaited = false;

export const awaitHeading = (): void => void (isAwaited = true);

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('h1[tabindex="-1"]');
  if (!isAwaited || heading === null) return;
  isAwaited = false;
  heading.focus({ preventScroll: true });
}
