import {
  IconBuildingStore,
  IconCalendarMonth,
  IconDeviceTv,
  IconHistory,
  IconHome,
  IconPhoto,
  IconPlaylist,
  IconPlugConnected,
  IconSpeakerphone,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LinkNav } from '../ui/links.js';

type Entry = {
  readonly to:
    | '/today'
    | '/media'
    | '/playlists'
    | '/campaigns'
    | '/calendar'
    | '/screens'
    | '/activity'
    | '/settings/integrations'
    | '/settings/merchant'
    | '/settings/people';
  readonly label: string;
  readonly icon: TablerIcon;
  // After G it leads there.
  readonly letter: string;
  readonly forAdmins?: true;
  // Pages that are reached from it and have no entry of their own.
  readonly parts?: readonly string[];
};

const CONTENT: readonly Entry[] = [
  { to: '/today', label: 'Today', icon: IconHome, letter: 't' },
  { to: '/media', label: 'Media', icon: IconPhoto, letter: 'm', parts: ['/tags', '/trash'] },
  { to: '/playlists', label: 'Playlists', icon: IconPlaylist, letter: 'p' },
  { to: '/campaigns', label: 'Campaigns', icon: IconSpeakerphone, letter: 'c' },
  { to: '/calendar', label: 'Calendar', icon: IconCalendarMonth, letter: 'd' },
  { to: '/screens', label: 'Screens', icon: IconDeviceTv, letter: 's' },
  { to: '/activity', label: 'Activity', icon: IconHistory, letter: 'a', forAdmins: true },
];

const SETTINGS: readonly Entry[] = [
  { to: '/settings/integrations', label: 'Integrations', icon: IconPlugConnected, letter: 'i', forAdmins: true },
  { to: '/settings/merchant', label: 'Merchant', icon: IconBuildingStore, letter: 'o' },
  { to: '/settings/people', label: 'People', icon: IconUsers, letter: 'e', forAdmins: true },
];

export const pagesFor = (isAdmin: boolean): readonly Entry[] =>
  [...CONTENT, ...SETTINGS].filter((entry) => isAdmin || !entry.forAdmins);

export function Navigation({ isAdmin }: { readonly isAdmin: boolean }): ReactNode {
  const shown = (entries: readonly Entry[]): readonly Entry[] => entries.filter((entry) => isAdmin || !entry.forAdmins);
  return (
    <>
      <Links entries={shown(CONTENT)} />
      <p className="shell-heading" id="settings-heading">
        Settings
      </p>
      <Links entries={shown(SETTINGS)} labelledBy="settings-heading" />
    </>
  );
}

type LinksProps = { readonly entries: readonly Entry[]; readonly labelledBy?: string };

function Links({ entries, labelledBy }: LinksProps): ReactNode {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <ul className="plain-list shell-list" {...(labelledBy !== undefined && { 'aria-labelledby': labelledBy })}>
      {entries.map(({ to, label, icon: Icon, parts = [] }) => (
        <li key={to}>
          <LinkNav
            to={to}
            label={label}
            leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
            className="shell-link"
            // An item of a list belongs to its list's entry.
            activeOptions={{ exact: false, includeSearch: false }}
            activeProps={{ active: true }}
            active={parts.includes(path)}
          />
        </li>
      ))}
    </ul>
  );
}
