import { Box, Button, Code, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Activity } from '@vitrine/contract/activity';
import type { ReactNode } from 'react';
import { DateTime, formatDay } from '../ui/date-time.js';
import { LinkAnchor } from '../ui/links.js';
import { Quiet } from '../ui/quiet.js';
import { detailWords, subjectOf } from '@vitrine/contract/activity-details';
import { isKnownKind, KIND_WORDS } from '@vitrine/contract/activity-words';
import './activity.css';
import { sayMany, type ActivityGroup } from './group-entries.js';

// "Olga Owner published the campaign Spring · 15 Jun 2026, 14:00".
function ActivityRow({ entry }: { readonly entry: Activity }): ReactNode {
  const words = wordsOf(entry);
  const more = detailWords(entry.details, formatDay);
  return (
    <Group component="li" px="md" py="xs" justify="space-between" gap="2px 12px" align="baseline">
      <Box flex="1 1 20rem" miw={0}>
        <Text size="sm">
          <Actor entry={entry} /> {words} <Subject entry={entry} />
        </Text>
        {more !== '' && <Quiet size="xs">{more}</Quiet>}
      </Box>
      <Moment entry={entry} />
    </Group>
  );
}

const wordsOf = ({ kind }: Activity): string => (isKnownKind(kind) ? KIND_WORDS[kind] : kind);

const Moment = ({ entry }: { readonly entry: Activity }): ReactNode => (
  <Text size="xs" c="dimmed">
    <DateTime value={entry.at} />
  </Text>
);

// Entries that belong together, as one line that opens.
export function ActivityGroupRow({ group }: { readonly group: ActivityGroup }): ReactNode {
  const [isOpen, list] = useDisclosure(false);
  const [newest] = group;
  if (group.length === 1) return <ActivityRow entry={newest} />;
  const { verb, what } = sayMany(wordsOf(newest), newest.kind, group.length);
  const names = group.map(({ details }) => subjectOf(details)).filter((name) => name !== undefined);
  return (
    <li>
      <Group px="md" py="xs" justify="space-between" gap="2px 12px" align="baseline">
        <Box flex="1 1 20rem" miw={0}>
          <Text size="sm">
            <Actor entry={newest} /> {verb} <Name>{what}</Name>
          </Text>
          <Quiet size="xs" truncate>
            {names.slice(0, NAMES_SHOWN).join(', ')}
            {names.length > NAMES_SHOWN && ' …'}
          </Quiet>
        </Box>
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={list.toggle}>
          {isOpen ? 'Show together' : `Show all ${group.length}`}
        </Button>
        <Moment entry={newest} />
      </Group>
      {isOpen && (
        <ul className="plain-list activity-group">
          {group.map((entry) => (
            <ActivityRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </li>
  );
}

const NAMES_SHOWN = 4;

function Actor({ entry: { kind, person, token, through } }: { readonly entry: Activity }): ReactNode {
  if (token !== null) {
    return (
      <>
        <Name>{token.name}</Name> <Code>…{token.lastFour}</Code>
      </>
    );
  }
  if (kind === 'person.sign_in_failed') return <Name>Somebody</Name>;
  if (kind === 'webhook.stopped') return <Name>Vitrine</Name>;
  const who = <Name>{person?.name ?? 'The operator'}</Name>;
  if (through === undefined) return who;
  return (
    <>
      {who} through {through.client || through.name} <Code>…{through.lastFour}</Code>
    </>
  );
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

// What it was done to: its name of that day, with a link to where it stands today.
function Subject({ entry: { kind, details } }: { readonly entry: Activity }): ReactNode {
  const name = subjectOf(details);
  if (name === undefined) return null;
  if (/\.(deleted|removed)$/.test(kind)) return <Name>{name}</Name>;
  const link = linkOf(details);
  return link === undefined ? (
    <Name>{name}</Name>
  ) : (
    <LinkAnchor {...link} underline="always">
      {name}
    </LinkAnchor>
  );
}

function linkOf(details: Activity['details']) {
  const [mediaId, playlistId, lineageId, screenId] = LINKED.map((key) => textOf(details[key]));
  if (mediaId !== undefined) return { to: '/media/$id', params: { id: mediaId } } as const;
  if (playlistId !== undefined) return { to: '/playlists/$id', params: { id: playlistId } } as const;
  if (lineageId !== undefined) return { to: '/campaigns/$lineageId', params: { lineageId } } as const;
  if (screenId !== undefined) return { to: '/screens' } as const;
  return undefined;
}

const LINKED = ['mediaId', 'playlistId', 'lineageId', 'screenId'] as const;

const Name = ({ children }: { readonly children: string }): ReactNode => (
  <Text span fw={600}>
    {children}
  </Text>
);
