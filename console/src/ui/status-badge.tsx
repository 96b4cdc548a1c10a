import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import './status-badge.css';

// What a colour means, everywhere the same. The word says it too: nobody needs to tell colours apart.
const COLOURS = { good: 'teal', waiting: 'blue', warning: 'yellow', bad: 'red', quiet: 'gray' } as const;

type Props = { readonly tone: keyof typeof COLOURS; readonly children: string };

export const StatusBadge = ({ tone, children }: Props): ReactNode => (
  <Badge color={COLOURS[tone]} variant="light" tt="none" fw={600} className="status-badge" data-tone={tone}>
    {children}
  </Badge>
);
