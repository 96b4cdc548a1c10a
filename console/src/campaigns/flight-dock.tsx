import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarCampaign } from '@vitrine/contract/calendar';
import type { Flight } from '@vitrine/contract/campaign-content';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { flightFault, flightWords } from '../ui/flight-words.js';
import { LinkButton } from '../ui/links.js';
import { notifyDone } from '../ui/notify.js';
import { CampaignStatusBadge, ChangesBadge } from '../ui/status-badge.js';
import { useUnsavedWork } from '../ui/unsaved-work.js';
import { flightOf, isSameFlight, type Pending } from './calendar-layout.js';
import { FlightFields } from './flight-fields.js';
import { useCampaignSaved } from './use-campaign-saved.js';

type Props = {
  readonly pending: Pending;
  readonly onChange: (flight: Flight) => void;
  readonly onClose: () => void;
};

// The dates of the campaign that was chosen or moved, and what saving them means. It stays in sight.
export function FlightDock({ pending: { campaign, flight }, onChange, onClose }: Props): ReactNode {
  const before = flightOf(campaign);
  const isChanged = !isSameFlight(flight, before);
  const save = useSaveFlight(campaign, onClose);
  useUnsavedWork(
    isChanged && !save.isPending && !save.isSuccess,
    `The new dates of “${campaign.name}” are not saved yet.`,
  );
  return (
    <Paper withBorder shadow="md" radius="lg" p="md" className="flight-dock" component="section" aria-label="Dates">
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={2} tabIndex={-1} className="flight-dock-title">
            {campaign.name}
          </Title>
          <CampaignStatusBadge status={campaign.status} />
          {campaign.changesNotPublished && <ChangesBadge />}
        </Group>
        <div>
          <Text size="sm">
            <b>{flightWords(flight)}</b>
            {isChanged && ` (until now: ${flightWords(before)})`}
          </Text>
          {isChanged && <Text size="sm">{meaningOf(campaign)}</Text>}
        </div>
        <details className="flight-dock-exact">
          <summary>Exact dates</summary>
          <FlightFields flight={flight} onChange={onChange} />
        </details>
        {save.isError && <ErrorNotice failure={save.error} title="Not saved" />}
        <Group>
          {isChanged && (
            <Button
              loading={save.isPending}
              disabled={flightFault(flight) !== undefined}
              onClick={() => save.mutate(flight)}
            >
              {campaign.live === null ? 'Save the dates' : 'Save as a change'}
            </Button>
          )}
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            {isChanged ? 'Cancel' : 'Close'}
          </Button>
          <LinkButton variant="subtle" to="/campaigns/$lineageId" params={{ lineageId: campaign.lineageId }}>
            {campaign.changesNotPublished ? 'Open and publish' : 'Open the campaign'}
          </LinkButton>
        </Group>
      </Stack>
    </Paper>
  );
}

const meaningOf = ({ live }: CalendarCampaign): string =>
  live === null
    ? 'It is not on screens: this changes the draft.'
    : `Screens keep to ${flightWords(live)} until you publish the change.`;

function useSaveFlight({ lineageId, revision, name, live }: CalendarCampaign, onDone: () => void) {
  const onSaved = useCampaignSaved();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (flight: Flight) => call('updateCampaign', { params: { lineageId }, body: { revision, flight } }),
    onSuccess: (campaign) => {
      onSaved(campaign);
      notifyDone(
        live === null
          ? `${name}: the dates are saved.`
          : `${name}: the new dates are saved. They are not published yet.`,
      );
      onDone();
    },
    // Somebody was faster: their campaign is read, and saving once more is made on it.
    onError: () => queryClient.invalidateQueries({ queryKey: ['getCalendar'] }),
  });
}
