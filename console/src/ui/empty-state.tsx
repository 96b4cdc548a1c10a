import { Button, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconSearchOff, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  readonly icon: TablerIcon;
  // Left out where the page's heading says it.
  readonly title?: string;
  // Why there is nothing, and what the first step is.
  readonly children?: ReactNode;
  readonly action?: ReactNode;
};

export function EmptyState({ icon: Icon, title, children, action }: Props): ReactNode {
  return (
    <Paper withBorder radius="lg" px="lg" py={56}>
      <Stack align="center" gap="sm" ta="center">
        <ThemeIcon variant="light" size={52} radius="xl" aria-hidden>
          <Icon size={26} stroke={1.6} />
        </ThemeIcon>
        {title !== undefined && (
          <Title order={2} size="h3">
            {title}
          </Title>
        )}
        {children !== undefined && (
          <Text c="dimmed" maw="30rem">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Paper>
  );
}

type NothingFoundProps = { readonly onClear: () => void; readonly children: ReactNode };

// Nothing that the search or the filters let through.
export const NothingFound = ({ onClear, children }: NothingFoundProps): ReactNode => (
  <EmptyState
    icon={IconSearchOff}
    title="Nothing found"
    action={
      <Button variant="default" onClick={onClear}>
        Show all
      </Button>
    }
  >
    {children}
  </EmptyState>
);
