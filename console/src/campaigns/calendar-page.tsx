import { Alert, Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { IconCalendarOff, IconChevronLeft, IconChevronRight, IconList } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Calendar } from '@vitrine/contract/calendar';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { dateFormat } from '../ui/date-language.js';
import { momentWords, toWall } from '../ui/flight-words.js';
import { IconButton } from '../ui/icon-button.js';
import { LinkAnchor, LinkButton } from '../ui/links.js';
import { Loaded } from '../ui/loaded.js';
import { PageHeader } from '../ui/page-header.js';
import { Quiet } from '../ui/quiet.js';
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
  return (
    <>
      <PageHeader
        title="Calendar"
        description="When your campaigns play, where they overlap and where nothing plays."
        actions={
          <LinkButton to="/campaigns" variant="default" leftSection={<IconList size={18} aria-hidden />}>
            List
          </LinkButton>
        }
      />
      <Loaded query={query} what="The calendar">
        {(calendar) => (
          <>
            <Toolbar calendar={calendar} search={search} go={go} />
            {calendar.campaigns.length === 0 && <NothingPlanned />}
            {search.at !== undefined && <ScreensAtMoment at={search.at} onClose={() => go({ at: undefined })} />}
            <CalendarBoard
              key={`${calendar.view} ${calendar.from}`}
              calendar={calendar}
              onDay={(day) => go({ at: `${day}T12:00` })}
            />
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

type ToolbarProps = { readonly calendar: Calendar; readonly search: CalendarSearch; readonly go: Go };

function Toolbar({ calendar, search, go }: ToolbarProps): ReactNode {
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
        <MomentForm key={search.at} at={search.at ?? calendar.now} onShow={(at) => go({ at })} />
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
      <Text id="calendar-keys" hidden>
        The arrow keys move it, with Shift they move its end. Enter shows its dates.
      </Text>
      <Quiet w="100%">
        Drag a campaign to move it, or its edges to change when it starts and ends. Times are {calendar.timeZone}.
        {calendar.more > 0 && ` ${calendar.more} more campaigns are not shown.`}
      </Quiet>
    </Group>
  );
}

const NothingPlanned = (): ReactNode => (
  <Alert mb="md" color="gray" icon={<IconCalendarOff aria-hidden />} title="Nothing is planned for these days">
    A campaign appears here as soon as it has a start or an end.{' '}
    <LinkAnchor to="/campaigns" inherit underline="always">
      Go to the campaigns
    </LinkAnchor>
  </Alert>
);

const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

const titleOf = ({ view, day, from, to }: Calendar): string =>
  view === 'month' ? dateFormat(MONTH).format(toWall(day, 'start')) : `${momentWords(from)} – ${momentWords(to)}`;
