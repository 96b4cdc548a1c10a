import { Alert, Box, Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCalendarOff, IconChevronLeft, IconChevronRight, IconList } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useBlocker } from '@tanstack/react-router';
import type { Calendar } from '@vitrine/contract/calendar';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { dateFormat } from '../ui/date-language.js';
import { toWall } from '../ui/flight-words.js';
import { IconButton } from '../ui/icon-button.js';
import { LinkAnchor, LinkButton } from '../ui/links.js';
import { Loaded } from '../ui/loaded.js';
import { PageHeader } from '../ui/page-header.js';
import { Quiet } from '../ui/quiet.js';
import { mayLeave } from '../ui/unsaved-work.js';
import { CalendarBoard } from './calendar-board.js';
import { dayBeside } from './calendar-layout.js';
import './calendar.css';
import type { CalendarSearch } from './campaigns-search.js';
import { MomentForm, ScreensAtMoment } from './screens-at.js';

const route = getRouteApi('/shell/calendar');

const calendarQuery = ({ view, day }: CalendarSearch) =>
  endpointQuery('getCalendar', { query: { ...(view && { view }), ...(day !== undefined && { day }) } });

export function CalendarPage(): ReactNode {
  const search = route.useSearch();
  const query = useQuery({ ...calendarQuery(search), staleTime: 0, placeholderData: keepPreviousData });
  const go = useGo(search);
  useAskedFirst();
  // There the board comes before what is seldom asked.
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return (
    <>
      <PageHeader
        title="Calendar"
        description={<Box visibleFrom="sm">When your campaigns play, where they overlap and where nothing plays.</Box>}
        actions={
          <LinkButton to="/campaigns" variant="default" leftSection={<IconList size={18} aria-hidden />}>
            List
          </LinkButton>
        }
      />
      <Loaded query={query} what="The calendar">
        {(calendar) => (
          <>
            <Toolbar calendar={calendar} go={go}>
              {!isPhone && <Moment search={search} calendar={calendar} go={go} />}
            </Toolbar>
            {calendar.campaigns.length === 0 && <NothingPlanned />}
            {search.at !== undefined && <ScreensAtMoment at={search.at} onClose={() => go({ at: undefined })} />}
            <CalendarBoard
              key={`${calendar.view} ${calendar.from}`}
              calendar={calendar}
              onDay={(day) => go({ at: `${day}T12:00` })}
            />
            {isPhone && <Moment search={search} calendar={calendar} go={go} />}
            <Hint calendar={calendar} />
          </>
        )}
      </Loaded>
    </>
  );
}

type Go = (part: CalendarSearch) => void;

function useGo(search: CalendarSearch): Go {
  const navigate = route.useNavigate();
  return (part) => void navigate({ search: { ...search, ...part }, replace: 'at' in part });
}

const viewOf = (search: CalendarSearch): string => `${search.view ?? ''} ${search.day ?? ''}`;

// Another month or week has another board, on which dates that are not saved are gone; by Back, too.
function useAskedFirst(): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.routeId === '/shell/calendar' &&
      next.routeId === '/shell/calendar' &&
      viewOf(current.search) !== viewOf(next.search) &&
      !(await mayLeave('page')),
    // Closing the tab is asked about by whoever asks for all pages.
    enableBeforeUnload: false,
  });
}

type MomentProps = { readonly calendar: Calendar; readonly search: CalendarSearch; readonly go: Go };

const Moment = ({ calendar, search, go }: MomentProps): ReactNode => (
  <MomentForm key={search.at} at={search.at ?? calendar.now} onShow={(at) => go({ at })} />
);

type ToolbarProps = { readonly calendar: Calendar; readonly go: Go; readonly children: ReactNode };

function Toolbar({ calendar, go, children }: ToolbarProps): ReactNode {
  const { view } = calendar;
  const [previous, next] = view === 'week' ? ['Previous week', 'Next week'] : ['Previous month', 'Next month'];
  return (
    <Group justify="space-between" align="flex-end" mb="md" gap="sm">
      <Group gap="xs">
        <IconButton
          variant="default"
          size={36}
          label={previous}
          icon={IconChevronLeft}
          onClick={() => go({ day: dayBeside(calendar, -1) })}
        />
        <Button variant="default" onClick={() => go({ day: undefined })}>
          Today
        </Button>
        <IconButton
          variant="default"
          size={36}
          label={next}
          icon={IconChevronRight}
          onClick={() => go({ day: dayBeside(calendar, 1) })}
        />
        <Title order={2} aria-live="polite" className="calendar-title figures">
          {titleOf(calendar)}
        </Title>
      </Group>
      <Group gap="sm" align="flex-end">
        {children}
        <SegmentedControl
          aria-label="What is shown"
          data={[
            { value: 'month', label: 'Month' },
            { value: 'week', label: 'Week' },
          ]}
          value={view}
          onChange={(value) => go({ view: value === 'week' ? 'week' : undefined, day: calendar.day })}
        />
      </Group>
    </Group>
  );
}

const Hint = ({ calendar }: Pick<ToolbarProps, 'calendar'>): ReactNode => (
  <>
    <Text id="calendar-keys" hidden>
      The arrow keys move it, with Alt its start and with Shift its end. Enter shows its dates.
    </Text>
    <Quiet mt="sm">
      Drag a campaign to move it, or its edges to change when it starts and ends. Times are {calendar.timeZone}.
      {calendar.more > 0 && ` ${calendar.more} more campaigns are not shown.`}
    </Quiet>
  </>
);

const NothingPlanned = (): ReactNode => (
  <Alert mb="md" color="gray" icon={<IconCalendarOff aria-hidden />} title="Nothing is planned for these days">
    A campaign appears here as soon as it has a start or an end.{' '}
    <LinkAnchor to="/campaigns" inherit underline="always">
      Go to the campaigns
    </LinkAnchor>
  </Alert>
);

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

// «15–21 Jun 2026»: a month or a year that both days share is said once.
const titleOf = ({ view, day, from, to }: Calendar): string =>
  view === 'month'
    ? dateFormat(MONTH).format(toWall(day, 'start'))
    : dateFormat(DAY).formatRange(toWall(from, 'start'), toWall(to, 'start'));
