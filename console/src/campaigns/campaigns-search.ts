import type { CampaignStatus } from '@vitrine/contract/references';
import { parseTagIds } from '../ui/tag-ids.js';
import { parseTextSearch, type TextSearch } from '../ui/text-search.js';

export type Shown = CampaignStatus | 'archived';

// Which campaigns a list shows; without any, all that are not archived.
export const TABS = [
  { show: undefined, label: 'All' },
  { show: 'running', label: 'Running' },
  { show: 'upcoming', label: 'Upcoming' },
  { show: 'draft', label: 'Drafts' },
  { show: 'ended', label: 'Ended' },
  { show: 'withdrawn', label: 'Withdrawn' },
  { show: 'archived', label: 'Archived' },
] as const satisfies readonly { readonly show: Shown | undefined; readonly label: string }[];

export type CampaignsSearch = TextSearch & { readonly show?: Shown | undefined; readonly tag?: string | undefined };

export function parseCampaignsSearch(search: Record<string, unknown>): CampaignsSearch {
  const show = TABS.find((tab) => tab.show !== undefined && tab.show === search['show'])?.show;
  const tags = parseTagIds(search['tag']);
  return { ...parseTextSearch(search), show, tag: tags.length === 0 ? undefined : tags.join(',') };
}

export type CalendarSearch = {
  readonly view?: 'week' | undefined;
  // A day of the month or week that is shown.
  readonly day?: string | undefined;
  // A minute whose screens are shown.
  readonly at?: string | undefined;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MINUTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

export const parseCalendarSearch = ({ view, day, at }: Record<string, unknown>): CalendarSearch => ({
  ...(view === 'week' && { view }),
  ...(typeof day === 'string' && DAY.test(day) && { day }),
  ...(typeof at === 'string' && MINUTE.test(at) && { at }),
});
