import { Group, Text } from '@mantine/core';
import type { Today } from '@vitrine/contract/today';
import type { ReactNode } from 'react';
import { DateTime } from '../ui/date-time.js';
import { dayOf, nearWords } from '../ui/flight-words.js';
import { LinkAnchor } from '../ui/links.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';
import { CampaignStatusBadge, ChangesBadge, StatusBadge } from '../ui/status-badge.js';

type Props = { readonly today: Today };

// What waits for somebody to do something about it; nothing when nothing does.
export const Attention = ({ today }: Props): ReactNode => (
  <>
    <ScreensOff today={today} />
    {today.notPublishedCount > 0 && (
      <Section title="Changes not published">
        <Quiet>Screens keep playing what was published until you publish again.</Quiet>
        <ul className="plain-list today-lines">
          {today.notPublished.map(({ lineageId, name, status }) => (
            <li key={lineageId}>
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <CampaignLink lineageId={lineageId} name={name} />
                <CampaignStatusBadge status={status} />
              </Group>
            </li>
          ))}
        </ul>
        {today.notPublishedCount > today.notPublished.length && (
          <Quiet>And {today.notPublishedCount - today.notPublished.length} more.</Quiet>
        )}
      </Section>
    )}
    {today.tokens.length > 0 && <Tokens today={today} />}
  </>
);

const OFF_SHOWN = 5;

// Somebody has to go there.
function ScreensOff({ today: { screens } }: Props): ReactNode {
  const off = screens.filter(({ state }) => state === 'off');
  if (off.length === 0) return null;
  return (
    <Section title="Screens that are off">
      <Quiet>Nothing was heard of them for some minutes. Check their power and their network.</Quiet>
      <ul className="plain-list today-lines">
        {off.slice(0, OFF_SHOWN).map(({ id, name }) => (
          <li key={id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <LinkAnchor to="/screens" search={{ q: name }} fw={500} truncate miw={0}>
                {name}
              </LinkAnchor>
              <StatusBadge tone="bad">Off</StatusBadge>
            </Group>
          </li>
        ))}
      </ul>
      {off.length > OFF_SHOWN && <Quiet>And {off.length - OFF_SHOWN} more.</Quiet>}
    </Section>
  );
}

// Seen from the day that the merchant's clocks show; a token ends at a moment of its own.
const Tokens = ({ today: { tokens } }: Props): ReactNode => (
  <Section title="Tokens that run out">
    <Quiet>The shop systems that use them stop working then. Renew them under Integrations.</Quiet>
    <ul className="plain-list today-lines">
      {tokens.map(({ id, name, lastFour, expiresAt }) => (
        <li key={id}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <LinkAnchor to="/settings/integrations" fw={500} truncate miw={0}>
              {name} …{lastFour}
            </LinkAnchor>
            <Text size="sm" className="figures">
              <DateTime value={expiresAt} precision="day" />
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  </Section>
);

const WORDS = { starts: ['waiting', 'Starts'], ends: ['quiet', 'Ends'] } as const;

export const Next = ({ today: { next, now } }: Props): ReactNode => (
  <Section title="The next seven days">
    {next.length === 0 ? (
      <Quiet>No campaign starts or ends.</Quiet>
    ) : (
      <ul className="plain-list today-lines">
        {next.map((one) => (
          <li key={`${one.lineageId} ${one.what}`}>
            <Group justify="space-between" gap="sm" wrap="nowrap">
              <Group gap="xs" wrap="nowrap" miw={0}>
                <StatusBadge tone={WORDS[one.what][0]}>{WORDS[one.what][1]}</StatusBadge>
                <CampaignLink lineageId={one.lineageId} name={one.name} />
              </Group>
              <Text size="sm" className="figures today-when">
                {nearWords(one.at, dayOf(now))}
              </Text>
            </Group>
            {one.changesNotPublished && <ChangesBadge />}
          </li>
        ))}
      </ul>
    )}
  </Section>
);

type LinkProps = { readonly lineageId: string; readonly name: string };

const CampaignLink = ({ lineageId, name }: LinkProps): ReactNode => (
  <LinkAnchor to="/campaigns/$lineageId" params={{ lineageId }} fw={500} truncate miw={0}>
    {name}
  </LinkAnchor>
);
