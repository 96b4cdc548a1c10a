import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPhotoX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PublishPreview } from '@vitrine/contract/campaign-versions';
import type { ConsoleCampaign } from '@vitrine/contract/campaigns';
import { useState, type ReactNode } from 'react';
import { ConflictError } from '@vitrine/client';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { flightWords } from '../ui/flight-words.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingRows } from '../ui/loading.js';
import { notifyDone } from '../ui/notify.js';
import { ContentChangesList } from './content-changes.js';
import { useCampaignSaved } from './use-campaign-saved.js';

type Props = { readonly campaign: ConsoleCampaign; readonly onClose: () => void };

// Says what will change on the screens, and publishes exactly that.
export function PublishDialog({ campaign, onClose }: Props): ReactNode {
  const params = { lineageId: campaign.lineageId };
  const query = useQuery({ ...endpointQuery('previewPublish', { params }), staleTime: 0, gcTime: 0 });
  return (
    <Modal opened onClose={onClose} title={`Publish ${campaign.name}`} size="lg">
      <Loaded query={query} what="What would change" loading={<LoadingRows count={3} />}>
        {(preview) => <Publishing lineageId={campaign.lineageId} preview={preview} onClose={onClose} />}
      </Loaded>
    </Modal>
  );
}

type PublishingProps = {
  readonly lineageId: string;
  readonly preview: PublishPreview;
  readonly onClose: () => void;
};

function Publishing({ lineageId, preview, onClose }: PublishingProps): ReactNode {
  const publish = usePublish(lineageId, onClose);
  const isStale = publish.error instanceof ConflictError;
  const { notPlayable } = preview;
  // A preview that was loaded again may list other items, so it needs another confirmation.
  const [confirmedHash, setConfirmedHash] = useState<string>();
  const isConfirmed = notPlayable.length === 0 || confirmedHash === preview.contentHash;
  return (
    <Stack>
      {preview.problems.length > 0 && (
        <Alert color="yellow" title="Not yet">
          {preview.problems.map((problem) => (
            <Text key={problem} size="sm">
              {problem}
            </Text>
          ))}
        </Alert>
      )}
      {preview.problems.length === 0 && <PublishChanges preview={preview} />}
      {preview.canPublish && notPlayable.length > 0 && (
        <NotPlayable
          items={notPlayable}
          isConfirmed={isConfirmed}
          onConfirm={(confirmed) => setConfirmedHash(confirmed ? preview.contentHash : undefined)}
        />
      )}
      {publish.isError && (
        <ErrorNotice
          failure={publish.error}
          title={isStale ? 'It changed meanwhile: this is how it is now. Look again' : 'Nothing was published'}
        />
      )}
      <Group justify="flex-end" className="dialog-foot">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!preview.canPublish || !isConfirmed}
          loading={publish.isPending}
          onClick={() => publish.mutate(preview)}
        >
          Publish
        </Button>
      </Group>
    </Stack>
  );
}

function usePublish(lineageId: string, onDone: () => void) {
  const onSaved = useCampaignSaved();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ revision, contentHash, notPlayable }: PublishPreview) =>
      call('publishCampaign', {
        params: { lineageId },
        body: { revision, contentHash, confirmNotPlayable: notPlayable.length > 0 },
      }),
    onSuccess: (campaign) => {
      onSaved(campaign);
      notifyDone(`${campaign.name} is published.`);
      onDone();
    },
    // Somebody was faster: what would change now is shown, and nothing went out unseen.
    onError: (thrown) => {
      if (!(thrown instanceof ConflictError)) return undefined;
      const names = ['previewPublish', 'getConsoleCampaign'];
      return Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
    },
  });
}

type NotPlayableProps = {
  readonly items: PublishPreview['notPlayable'];
  readonly isConfirmed: boolean;
  readonly onConfirm: (confirmed: boolean) => void;
};

const NOT_PLAYABLE_SHOWN = 5;

function NotPlayable({ items, isConfirmed, onConfirm }: NotPlayableProps): ReactNode {
  const names = items.slice(0, NOT_PLAYABLE_SHOWN).map(({ name }) => `“${name}”`);
  const more = items.length - names.length;
  return (
    <Alert
      color="red"
      icon={<IconPhotoX aria-hidden />}
      title={
        items.length === 1 ? '1 item is not an image or a video' : `${items.length} items are not images or videos`
      }
    >
      <Text size="sm" mb="sm">
        Screens probably cannot show {names.join(', ')}
        {more > 0 && ` and ${more} more`}.
      </Text>
      <Checkbox
        label="Publish anyway"
        checked={isConfirmed}
        onChange={(event) => onConfirm(event.currentTarget.checked)}
      />
    </Alert>
  );
}

// What will change, in words.
function PublishChanges({ preview }: { readonly preview: PublishPreview }): ReactNode {
  const { flight, landscape, portrait } = preview;
  const isNewFlight = flight.from === null || flightWords(flight.from) !== flightWords(flight.to);
  return (
    <Stack>
      {!preview.canPublish && <Text>Nothing would change: screens play exactly this already.</Text>}
      <Text size="sm">
        <b>When:</b> {flightWords(flight.to)}
        {isNewFlight && flight.from !== null && ` (until now: ${flightWords(flight.from)})`}
      </Text>
      <Beside beside={preview.beside} />
      <ContentChangesList
        title={portrait === null ? 'On all screens' : 'On landscape screens'}
        changes={landscape}
        after="Then"
      />
      {portrait !== null && <ContentChangesList title="On portrait screens" changes={portrait} after="Then" />}
    </Stack>
  );
}

const BESIDE_SHOWN = 5;

// Campaigns that run at once take turns: whoever publishes one knows beside which.
function Beside({ beside }: Pick<PublishPreview, 'beside'>): ReactNode {
  const more = beside.length - BESIDE_SHOWN;
  return (
    <Text size="sm">
      <b>Beside:</b>{' '}
      {beside.length === 0 ? (
        'nothing else. No other campaign runs at that time.'
      ) : (
        <>
          {beside
            .slice(0, BESIDE_SHOWN)
            .map(({ name }) => `“${name}”`)
            .join(', ')}
          {more > 0 && ` and ${more} more`}. They take turns, each with its whole playlist.
        </>
      )}
    </Text>
  );
}
