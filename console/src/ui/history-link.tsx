import { IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMember } from '../api/me.js';
import { LinkButton, LinkMenuItem } from './links.js';

type Props = {
  // What happened to it is asked for: an item, a playlist, a campaign, a tag, a screen, a token, a webhook, a person.
  readonly id: string;
  readonly size?: 'xs' | 'sm';
};

const to = '/activity';

// The activity is for owners and admins.
// Named where a page has several.
export const HistoryButton = ({ id, size = 'sm', name }: Props & { readonly name?: string }): ReactNode =>
  useMember().isAdmin && (
    <LinkButton
      to={to}
      search={{ object: id }}
      variant="default"
      size={size}
      leftSection={<IconHistory size={16} aria-hidden />}
      {...(name !== undefined && { 'aria-label': `History of ${name}` })}
    >
      History
    </LinkButton>
  );

export const HistoryMenuItem = ({ id }: Props): ReactNode =>
  useMember().isAdmin && (
    <LinkMenuItem to={to} search={{ object: id }} leftSection={<IconHistory size={16} aria-hidden />}>
      History
    </LinkMenuItem>
  );
