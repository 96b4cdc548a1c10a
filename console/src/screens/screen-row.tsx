import { Button, Group, Menu, Stack, Title } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconInfoCircle, IconLink, IconTrash } from '@tabler/icons-react';
import type { Screen } from '@vitrine/contract/screens';
import { Fragment, memo, type ReactNode } from 'react';
import { DateTime } from '../ui/date-time.js';
import { formatBytes } from '../ui/format-bytes.js';
import { HistoryMenuItem } from '../ui/history-link.js';
import { IconButton } from '../ui/icon-button.js';
import { LinkAnchor } from '../ui/links.js';
import { Quiet } from '../ui/quiet.js';
import { ScreenPicture } from '../ui/screen-picture.js';
import { StatusBadge } from '../ui/status-badge.js';
import { zoneName } from '../ui/time-zone-select.js';
import { faultLines, isTurned, sizeWords, stateOf, type FaultLine } from './screen-words.js';

export type ScreenAction = 'settings' | 'pair' | 'remove';

type Props = {
  readonly screen: Screen;
  readonly onAction: (action: ScreenAction, screen: Screen) => void;
  readonly onBroken: () => void;
};

// One of a list that may be long and is read every few seconds: drawn again only when something of it is new.
export const ScreenRow = memo(function ScreenRow({ screen, onAction, onBroken }: Props): ReactNode {
  const { tone, label } = stateOf(screen);
  return (
    <li className="screens-row">
      <div className="screens-picture">
        <ScreenPicture {...screen} onBroken={onBroken} />
      </div>
      <Stack gap={4} miw={0}>
        <Group gap="xs">
          <Title order={2} size="h3" className="screens-name">
            {screen.name}
          </Title>
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </Group>
        <OnNow screen={screen} />
        <Quiet size="xs" className="figures">
          {factsOf(screen).join(' · ')}
        </Quiet>
        <Notes screen={screen} />
      </Stack>
      <Group gap={4} wrap="nowrap" className="screens-actions">
        <Button
          variant="default"
          size="xs"
          aria-label={`Settings of ${screen.name}`}
          onClick={() => onAction('settings', screen)}
        >
          Settings
        </Button>
        <MoreMenu screen={screen} onAction={onAction} />
      </Group>
    </li>
  );
});

const MoreMenu = ({ screen, onAction }: Pick<Props, 'screen' | 'onAction'>): ReactNode => (
  <Menu position="bottom-end" shadow="md">
    <Menu.Target>
      <IconButton label={`More actions for ${screen.name}`} icon={IconDots} size={30} />
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => onAction('pair', screen)}>
        {screen.pairedAt === null ? 'Pair a device …' : 'Pair another device …'}
      </Menu.Item>
      <HistoryMenuItem id={screen.id} />
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => onAction('remove', screen)}
      >
        Remove …
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

type ScreenProps = { readonly screen: Screen };

// What is on it, or why nothing is and what to do about that.
function OnNow({ screen: { state, pairedAt, playing, lastSeenAt } }: ScreenProps): ReactNode {
  if (state === 'new') {
    return (
      <Quiet>
        {pairedAt === null
          ? 'No device belongs to it yet. Pair one to let it play.'
          : 'It has not been heard of yet. That takes a few seconds; if it takes longer, load the page on it again.'}
      </Quiet>
    );
  }
  if (state === 'off') {
    return (
      <Quiet>
        Last seen {lastSeenAt !== null && <DateTime value={lastSeenAt} />}. Check its power and its network; without a
        network it may still play.
      </Quiet>
    );
  }
  if (playing === null) return <Quiet>Nothing is on: no campaign runs that it plays.</Quiet>;
  return (
    <Quiet>
      Playing{' '}
      {playing.lineageId === null || playing.campaignName === null ? (
        'the default playlist'
      ) : (
        <LinkAnchor to="/campaigns/$lineageId" params={{ lineageId: playing.lineageId }} fw={500} underline="always">
          {playing.campaignName}
        </LinkAnchor>
      )}
      : {playing.mediaName}
    </Quiet>
  );
}

// "Landscape · 1920 × 1080 · only Bakery, Window · Europe/Lisbon · 12 GB free · version 1.4.0"
function factsOf(screen: Screen): string[] {
  const { orientation, tags, timeZone, freeBytes, playerVersion } = screen;
  return [
    orientation === 'portrait' ? 'Portrait' : 'Landscape',
    sizeWords(screen),
    tags.length === 0 ? 'Plays everything that runs' : `Plays campaigns tagged ${tags.join(' or ')}`,
    timeZone === null ? undefined : zoneName(timeZone),
    freeBytes === null ? undefined : `${formatBytes(freeBytes)} free`,
    playerVersion === null ? undefined : `version ${playerVersion}`,
  ].filter((fact) => fact !== undefined);
}

// What it told of itself that somebody should know. Of a screen that is off, what it told last.
function Notes({ screen }: ScreenProps): ReactNode {
  const { faults, storesFiles, orientation } = screen;
  const lines = faultLines(faults);
  const hints = [
    storesFiles === false &&
      'It keeps no files, so it stops with its network. Open the address on it with https to change that.',
    isTurned(screen) &&
      (orientation === 'portrait'
        ? 'It is wider than high, but set up as portrait.'
        : 'It is higher than wide, but set up as landscape.'),
  ].filter((hint) => hint !== false);
  if (lines.length === 0 && hints.length === 0) return null;
  return (
    <ul className="plain-list screens-notes">
      {lines.map((line) => (
        <li key={line.words} data-tone="warning">
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            <FaultWords line={line} />
          </span>
        </li>
      ))}
      {hints.map((hint) => (
        <li key={hint}>
          <IconInfoCircle size={16} aria-hidden />
          <span>{hint}</span>
        </li>
      ))}
    </ul>
  );
}

const NAMES_SHOWN = 3;

const FaultWords = ({ line: { words, media } }: { readonly line: FaultLine }): ReactNode => (
  <>
    {words}
    {media.length > 0 && ' ('}
    {media.slice(0, NAMES_SHOWN).map(({ id, name }, at) => (
      <Fragment key={id}>
        {at > 0 && ', '}
        <LinkAnchor to="/media/$id" params={{ id }} size="sm" c="inherit" underline="always">
          {name}
        </LinkAnchor>
      </Fragment>
    ))}
    {media.length > NAMES_SHOWN && ` and ${media.length - NAMES_SHOWN} more`}
    {media.length > 0 && ')'}
  </>
);
