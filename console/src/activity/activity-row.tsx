import { Box, Code, Group, Text } from '@mantine/core';
import type { Activity } from '@vitrine/contract/activity';
import type { ReactNode } from 'react';
import { DateTime } from '../ui/date-time.js';
import { LinkAnchor } from '../ui/links.js';
import { Quiet } from '../ui/quiet.js';
import { detailWords } from './detail-words.js';
import { isKnownKind, KIND_WORDS } from './kind-words.js';

// "Olga Owner published the campaign Spring · 15 Jun 2026, 14:00".
export function ActivityRow({ entry }: { readonly entry: Activity }): ReactNode {
  const words = isKnownKind(entry.kind) ? KIND_WORDS[entry.kind] : entry.kind;
  const more = detailWords(entry.details);
  return (
    <Group component="li" px="md" py="sm" justify="space-between" gap="xs" align="baseline">
      <Box flex="1 1 20rem" miw={0}>
        <Text size="sm">
          <Actor entry={entry} /> {words} <Subject entry={entry} />
        </Text>
        {more !== '' && <Quiet size="xs">{more}</Quiet>}
      </Box>
      <Text size="xs" c="dimmed" {...(entry.requestId !== null && { title: `Request ${entry.requestId}` })}>
        <DateTime value={entry.at} />
      </Text>
    </Group>
  );
}

function Actor({ entry: { kind, person, token } }: { readonly entry: Activity }): ReactNode {
  if (token !== null) {
    return (
      <>
        <Name>{token.name}</Name> <Code>…{token.lastFour}</Code>
      </>
    );
  }
  if (kind === 'person.sign_in_failed') return <Name>Somebody</Name>;
  return <Name>{person?.name ?? 'The operator'}</Name>;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

// What it was done to: its name of that day, with a link to where it stands today.
function Subject({ entry: { kind, details } }: { readonly entry: Activity }): ReactNode {
  const name = textOf(details['name']) ?? textOf(details['email']);
  if (name === undefined) return null;
  if (kind.endsWith('.deleted')) return <Name>{name}</Name>;
  const link = linkOf(details);
  return link === undefined ? <Name>{name}</Name> : <LinkAnchor {...link}>{name}</LinkAnchor>;
}

function linkOf(details: Activity['details']) {
  const [mediaId, playlistId, lineageId] = ['mediaId', 'playlistId', 'lineageId'].map((key) => textOf(details[key]));
  if (mediaId !== undefined) return { to: '/media/$id', params: { id: mediaId } } as const;
  if (playlistId !== undefined) return { to: '/playlists/$id', params: { id: playlistId } } as const;
  if (lineageId !== undefined) return { to: '/campaigns/$lineageId', params: { lineageId } } as const;
  return undefined;
}

const Name = ({ children }: { readonly children: string }): ReactNode => (
  <Text span fw={600}>
    {children}
  </Text>
);
