import { Stack, Text, Title } from '@mantine/core';
import type { ContentChanges, PublishPreview, ShownItem } from '@vitrine/contract/console/campaigns';
import type { ReactNode } from 'react';
import { formatLength } from '../ui/format-length.js';
import { flightWords } from './flight-words.js';

// What will change, in words.
export function PublishChanges({ preview }: { readonly preview: PublishPreview }): ReactNode {
  const { flight, landscape, portrait } = preview;
  const isNewFlight = flight.from === null || flightWords(flight.from) !== flightWords(flight.to);
  return (
    <Stack>
      {!preview.canPublish && <Text>Nothing would change: screens play exactly this already.</Text>}
      <Text size="sm">
        <b>When:</b> {flightWords(flight.to)}
        {isNewFlight && flight.from !== null && ` (until now: ${flightWords(flight.from)})`}
      </Text>
      <Side title={portrait === null ? 'On all screens' : 'On landscape screens'} changes={landscape} />
      {portrait !== null && <Side title="On portrait screens" changes={portrait} />}
    </Stack>
  );
}

type SideProps = { readonly title: string; readonly changes: ContentChanges };

function Side({ title, changes }: SideProps): ReactNode {
  const { added, removed, reordered, retimed, after } = changes;
  const isSame = added.length + removed.length + retimed.length === 0 && !reordered;
  return (
    <section aria-label={title}>
      <Title order={3} mb={4}>
        {title}
      </Title>
      <Stack gap={6}>
        {isSame && <Text size="sm">Nothing changes.</Text>}
        <ItemLine words="Added" items={added} />
        <ItemLine words="Removed" items={removed} />
        {reordered && <Text size="sm">The order changes.</Text>}
        {retimed.length > 0 && (
          <div>
            <Text size="sm">Another time:</Text>
            <ul className="publish-items">
              {retimed.map(({ item, fromSeconds }, at) => (
                <li key={at}>
                  <Text size="sm">
                    {nameOf(item)}: {formatLength(fromSeconds)} → {formatLength(item.durationSeconds)}
                  </Text>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Text size="sm" c="dimmed">
          Then: {after.length} {after.length === 1 ? 'item' : 'items'},{' '}
          {formatLength(after.reduce((sum, item) => sum + item.durationSeconds, 0))} a round.
        </Text>
      </Stack>
    </section>
  );
}

const nameOf = (item: ShownItem): string => item.media?.name ?? 'an item that was deleted';

const ItemLine = ({ words, items }: { readonly words: string; readonly items: readonly ShownItem[] }): ReactNode =>
  items.length === 0 ? null : (
    <div>
      <Text size="sm">
        {words} ({items.length}):
      </Text>
      <ul className="publish-items">
        {items.map((item, at) => (
          <li key={at}>
            <Text size="sm">
              {nameOf(item)}, {formatLength(item.durationSeconds)}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
