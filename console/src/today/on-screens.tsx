import { Group, Text } from '@mantine/core';
import type { Today } from '@vitrine/contract/today';
import type { ReactNode } from 'react';
import { LinkAnchor, LinkButton } from '../ui/links.js';
import { Quiet } from '../ui/quiet.js';
import { ScreenPicture } from '../ui/screen-picture.js';
import { Section } from '../ui/section.js';
import { ChangesBadge, StatusBadge } from '../ui/status-badge.js';
import { useRefreshBroken } from '../ui/use-signed-url.js';

type Screen = Today['screens'][number];

// More stand on their own page.
const SHOWN_MAX = 12;

// What is on each screen. Those that are off stand first: somebody should look after them.
export function OnScreens({ today: { screens, playing, notPublished } }: { readonly today: Today }): ReactNode {
  const onBroken = useRefreshBroken('getToday');
  if (screens.length === 0) return <FirstScreen />;
  const changed = new Set(
    [...playing.filter(({ changesNotPublished }) => changesNotPublished), ...notPublished].map(
      ({ lineageId }) => lineageId,
    ),
  );
  const shown = screens.toSorted((a, b) => Number(b.state === 'off') - Number(a.state === 'off')).slice(0, SHOWN_MAX);
  return (
    <Section title="Screens" gap="md">
      <Quiet>{summary(screens)}</Quiet>
      <ul className="plain-list today-screens" aria-label="Screens">
        {shown.map((screen) => (
          <li key={screen.id}>
            <ScreenPicture {...screen} onBroken={onBroken} />
            <div className="today-screen-words">
              <Group gap={6} wrap="nowrap">
                <Text fw={500} truncate miw={0}>
                  {screen.name}
                </Text>
                {screen.state === 'off' && <StatusBadge tone="bad">Off</StatusBadge>}
                {screen.state === 'new' && <StatusBadge tone="waiting">New</StatusBadge>}
              </Group>
              <OnNow screen={screen} />
              {typeof screen.playing?.lineageId === 'string' && changed.has(screen.playing.lineageId) && (
                <ChangesBadge />
              )}
            </div>
          </li>
        ))}
      </ul>
      <Group>
        <LinkAnchor to="/screens" size="sm">
          {screens.length > SHOWN_MAX ? `All ${screens.length} screens` : 'To the screens'}
        </LinkAnchor>
      </Group>
    </Section>
  );
}

function OnNow({ screen: { state, playing } }: { readonly screen: Screen }): ReactNode {
  if (state !== 'on') return <Quiet size="xs">{state === 'off' ? 'Not heard of' : 'Not heard of yet'}</Quiet>;
  if (playing === null) return <Quiet size="xs">Nothing is on</Quiet>;
  return (
    <Quiet size="xs" lineClamp={2}>
      {playing.lineageId === null || playing.campaignName === null ? (
        'Default playlist'
      ) : (
        <LinkAnchor
          to="/campaigns/$lineageId"
          params={{ lineageId: playing.lineageId }}
          size="xs"
          c="inherit"
          underline="always"
        >
          {playing.campaignName}
        </LinkAnchor>
      )}
      : {playing.mediaName}
    </Quiet>
  );
}

// The last of the first steps: something is published, and nothing of ours shows it.
const FirstScreen = (): ReactNode => (
  <Section title="Put it on a screen">
    <Quiet>
      Any television with a browser will do. It plays what runs within seconds, and you see here what is on.
    </Quiet>
    <Group>
      <LinkButton to="/screens" size="sm">
        Add a screen
      </LinkButton>
    </Group>
  </Section>
);

function summary(screens: readonly Screen[]): string {
  const off = screens.filter(({ state }) => state === 'off').length;
  if (screens.length === 1) return off === 1 ? 'Your screen is off.' : 'What is on it now.';
  if (off === 0) return `What is on ${screens.length === 2 ? 'both' : `all ${screens.length}`} of them now.`;
  return off === screens.length
    ? `All ${off} are off.`
    : `${off} of ${screens.length} ${off === 1 ? 'is' : 'are'} off.`;
}
