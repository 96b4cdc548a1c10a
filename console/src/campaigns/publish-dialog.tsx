import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConsoleCampaign, PublishPreview } from '@vitrine/contract/console/campaigns';
import type { ReactNode } from 'react';
import { ConflictError } from '@vitrine/client';
import { call } from '../api/call.js';
import { endpointQuery } from '../api/endpoint-query.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LoadingRows } from '../ui/loading.js';
import { notifyDone } from '../ui/notify.js';
import { PublishChanges } from './publish-changes.js';
import { useKeepCampaign } from './use-keep-campaign.js';

type Props = { readonly campaign: ConsoleCampaign; readonly onClose: () => void };

// Says what will change on the screens, and publishes exactly that.
export function PublishDialog({ campaign, onClose }: Props): ReactNode {
  const params = { lineageId: campaign.lineageId };
  const preview = useQuery({ ...endpointQuery('previewPublish', { params }), staleTime: 0, gcTime: 0 });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Publish ${campaign.name}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {preview.isPending && <LoadingRows count={3} />}
      {preview.isError && <ErrorNotice failure={preview.error} title="What would change could not be loaded" />}
      {preview.data !== undefined && (
        <Publishing lineageId={campaign.lineageId} preview={preview.data} onClose={onClose} />
      )}
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
  return (
    <Stack>
      {preview.problems.length > 0 && (
        <Alert color="yellow" variant="light" title="Not yet">
          {preview.problems.map((problem) => (
            <Text key={problem} size="sm">
              {problem}
            </Text>
          ))}
        </Alert>
      )}
      {preview.problems.length === 0 && <PublishChanges preview={preview} />}
      {publish.isError && (
        <ErrorNotice
          failure={publish.error}
          title={isStale ? 'It changed meanwhile: this is how it is now. Look again' : 'Nothing was published'}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!preview.canPublish} loading={publish.isPending} onClick={() => publish.mutate(preview)}>
          Publish
        </Button>
      </Group>
    </Stack>
  );
}

function usePublish(lineageId: string, onDone: () => void) {
  const keep = useKeepCampaign();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ revision, contentHash }: PublishPreview) =>
      call('publishCampaign', { params: { lineageId }, body: { revision, contentHash } }),
    onSuccess: (campaign) => {
      keep(campaign);
      notifyDone(`${campaign.name} is published.`);
      onDone();
    },
    // Somebody was faster: what would change now is shown, and nothing went out unseen.
    onError: (thrown) => {
      if (!(thrown instanceof ConflictError)) return undefined;
      const names = ['previewPublish', 'getConsoleCampaign'];
      return Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
}
