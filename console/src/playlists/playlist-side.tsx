import { Button, Card, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ConsolePlaylist } from '@vitrine/contract/console/playlists';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { CampaignStatusBadge } from '../ui/campaign-status-badge.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LinkAnchor } from '../ui/links.js';
import { notifyDone } from '../ui/notify.js';
import { useSavePlaylist } from './use-save-playlist.js';

export function PlaylistSide({ stored }: { readonly stored: ConsolePlaylist }): ReactNode {
  const sharing = useSavePlaylist(stored.id, () => {});
  return (
    <Stack>
      <Card withBorder component="section" aria-label="Sharing">
        <Stack gap="sm">
          <Switch
            label="Shared"
            description="Every campaign may use it, and integrations see it in their list. Otherwise it is kept to its one campaign."
            checked={stored.shared}
            disabled={sharing.isPending}
            onChange={({ currentTarget }) =>
              sharing.mutate({ revision: stored.revision, shared: currentTarget.checked })
            }
          />
          {sharing.isError && <ErrorNotice failure={sharing.error} title="It stays as it was" />}
        </Stack>
      </Card>
      <UsedIn campaigns={stored.usedIn} />
      <DeleteButton stored={stored} />
    </Stack>
  );
}

const UsedIn = ({ campaigns }: { readonly campaigns: ConsolePlaylist['usedIn'] }): ReactNode => (
  <Card withBorder component="section" aria-label="Used in">
    <Title order={2} size="h3" mb="xs">
      Used in
    </Title>
    {campaigns.length === 0 && (
      <Text size="sm" c="dimmed">
        No campaign yet. Choose it in a campaign to bring it to your screens.
      </Text>
    )}
    <Stack gap="xs">
      {campaigns.map(({ lineageId, name, status }) => (
        <Group key={lineageId} justify="space-between" wrap="nowrap">
          <LinkAnchor to="/campaigns/$lineageId" params={{ lineageId }}>
            {name}
          </LinkAnchor>
          <CampaignStatusBadge status={status} />
        </Group>
      ))}
    </Stack>
    {campaigns.some(({ status }) => status === 'running' || status === 'upcoming') && (
      <Text size="sm" c="dimmed" mt="xs">
        Screens go on with what was published. Publish the campaign again to bring a change to them.
      </Text>
    )}
  </Card>
);

function DeleteButton({ stored }: { readonly stored: ConsolePlaylist }): ReactNode {
  const [isAsking, asking] = useDisclosure(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await call('deletePlaylist', { params: { id: stored.id } });
    notifyDone(`«${stored.name}» is deleted.`);
    await navigate({ to: '/playlists' });
    for (const name of ['listConsolePlaylists', 'getConsoleCampaign', 'previewPublish', 'getConsoleMedia']) {
      void queries.invalidateQueries({ queryKey: [name] });
    }
  };
  return (
    <>
      <Button variant="subtle" color="red" onClick={asking.open}>
        Delete this playlist
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title={`Delete «${stored.name}»?`}
        confirmLabel="Delete"
        isDangerous
        onConfirm={remove}
      >
        The media stay in the library, and campaigns that are live play on what they were published with. Campaigns that
        are being worked on lose it. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
