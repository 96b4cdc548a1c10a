import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import './line-list.css';

type Props = { readonly label: string; readonly children: ReactNode };

// A list of `li`, with a line between each two.
export const LineList = ({ label, children }: Props): ReactNode => (
  <Paper withBorder radius="lg" component="ul" className="plain-list line-list" aria-label={label}>
    {children}
  </Paper>
);
