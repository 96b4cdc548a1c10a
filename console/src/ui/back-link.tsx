import { IconArrowLeft } from '@tabler/icons-react';
import type { MouseEventHandler, ReactNode } from 'react';
import { LinkButton } from './links.js';

type Props = {
  readonly to: '/today' | '/media' | '/playlists' | '/campaigns' | '/settings/integrations/webhooks';
  readonly children: string;
  readonly onClick?: MouseEventHandler;
};

// Above the heading of a page that belongs to a list: the way back to it, also where the menu is closed.
export const BackLink = ({ to, children, onClick }: Props): ReactNode => (
  <LinkButton
    to={to}
    {...(onClick !== undefined && { onClick })}
    variant="subtle"
    size="compact-sm"
    mb="xs"
    ml={-8}
    leftSection={<IconArrowLeft size={16} aria-hidden />}
  >
    {children}
  </LinkButton>
);
