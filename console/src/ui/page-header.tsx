import { Group, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

type Props = {
  readonly title: string;
  readonly description?: ReactNode;
  // Buttons, at the right; on a phone below, where they are many.
  readonly actions?: ReactNode;
};

// The top of every page: its one h1, which also names the tab.
export function PageHeader({ title, description, actions }: Props): ReactNode {
  useEffect(() => {
    document.title = `${title} · Vitrine`;
    focusHeading();
  }, [title]);
  return (
    <header className="page-header">
      <Title order={1} tabIndex={-1}>
        {title}
      </Title>
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
      {description !== undefined && (
        <div className="page-header-words">
          <Text component="div" size="sm" c="dimmed" maw="42rem">
            {description}
          </Text>
        </div>
      )}
    </header>
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
