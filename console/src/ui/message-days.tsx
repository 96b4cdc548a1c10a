import { Group, Stack } from '@mantine/core';
import type { AiKeyUsage } from '@vitrine/contract/ai-keys';
import type { ReactNode } from 'react';
import { DayChart, DayLegend } from './day-chart.js';
import { Quiet } from './quiet.js';

type Day = AiKeyUsage['items'][number];

// How much an assistant asked, a bar a day, with what was refused at its top.
export function MessageDays({ days }: { readonly days: readonly Day[] }): ReactNode {
  const messages = days.reduce((sum, day) => sum + day.messages, 0);
  const refused = days.reduce((sum, day) => sum + day.refused, 0);
  if (messages === 0) return <Quiet mt="md">Not used in the last {days.length} days.</Quiet>;
  return (
    <Stack gap="xs" mt="md">
      <DayChart days={days} partsOf={partsOf} wordsOf={wordsOf} caption="Messages by day" columns={COLUMNS} />
      <Group gap="lg">
        <DayLegend className="day-chart-bar" words={`${messages.toLocaleString()} messages in ${days.length} days`} />
        {refused > 0 && (
          <DayLegend className="day-chart-slowed" words={`${refused.toLocaleString()} refused: too many in a minute`} />
        )}
      </Group>
    </Stack>
  );
}

const partsOf = ({ messages, refused }: Day) =>
  [
    ['day-chart-bar', messages - refused],
    ['day-chart-slowed', refused],
  ] as const;

const wordsOf = ({ messages, refused }: Day): string =>
  `${messages} messages, ${refused} refused as too many in a minute`;

const COLUMNS = [
  ['Messages', (day: Day) => day.messages],
  ['Refused: too many in a minute', (day: Day) => day.refused],
] as const;
