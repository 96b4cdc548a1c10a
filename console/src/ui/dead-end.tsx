import { IconMapQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.js';
import { LinkButton } from './links.js';
import { PageHeader } from './page-header.js';

export type Way = {
  readonly to: '/today' | '/playlists' | '/campaigns' | '/settings/integrations/webhooks';
  readonly label: string;
};

type Props = { readonly title: string; readonly children: string; readonly way?: Way | undefined };

const FIRST_PAGE: Way = { to: '/today', label: 'Go to Today' };

// In the place of a page that is not there, or not for this person.
export const DeadEnd = ({ title, children, way = FIRST_PAGE }: Props): ReactNode => (
  <>
    <PageHeader title={title} />
    <EmptyState icon={IconMapQuestion} action={<LinkButton to={way.to}>{way.label}</LinkButton>}>
      {children}
    </EmptyState>
  </>
);
