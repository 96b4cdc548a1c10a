import { Group, Stack, Text } from '@mantine/core';
import type { AiKeyUsage } from '@vitrine/contract/ai-keys';
import type { ReactNode } from 'react';
import { formatDay } from './date-time.js';
import { DayChart } from './day-chart.js';
import './message-days.css';
import { Quiet } from './quiet.js';

type Day = AiKeyUsage['items'][number];
type Props = { readonly days: readonly Day[] };

// How much an assistant asked, a bar a day, with what was refused at its top.
export function MessageDays({ days }: Props): ReactNode {
  const messages = days.reduce((sum, day) => sum + day.messages, 0);
  const refused = days.reduce((sum, day) => sum + day.refused, 0);
  if (messages === 0) return <Quiet mt="md">Not used in the last {days.length} days.</Quiet>;
  return (
    <Stack gap="xs" mt="md">
      <DayChart days={days.map(toBar)} table={<MessageTable days={days} />} />
      <Group gap="lg">
        <Legend className="messages-taken" words={`${messages.toLocaleString()} messages in ${days.length} days`} />
        {refused > 0 && (
          <Legend className="messages-refused" words={`${refused.toLocaleString()} refused: too many in a minute`} />
        )}
      </Group>
    </Stack>
  );
}

const Legend = ({ className, words }: { readonly className: string; readonly words: string }): ReactNode => (
  <Group gap={6} wrap="nowrap">
    <span className={`messages-swatch ${className}`} aria-hidden />
    <Text size="sm">{words}</Text>
  </Group>
);

const toBar = ({ day, messages, refused }: Day) => ({
  day,
  title: `${formatDay(day)}: ${messages} messages, ${refused} refused as too many in a minute`,
  parts: [
    ['messages-taken', messages - refused],
    ['messages-refused', refused],
  ] as const,
});

const MessageTable = ({ days }: Props): ReactNode => (
  <table>
    <caption>Messages by day</caption>
    <thead>
      <tr>
        <th scope="col">Day</th>
        <th scope="col">Messages</th>
        <th scope="col">Refused: too many in a minute</th>
      </tr>
    </thead>
    <tbody>
      {days
        .filter((day) => day.messages > 0)
        .map((day) => (
          <tr key={day.day}>
            <th scope="row">{formatDay(day.day)}</th>
            <td>{day.messages}</td>
            <td>{day.refused}</td>
          </tr>
        ))}
    </tbody>
  </table>
);
