import { Button, Card, Group, Stack, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { ConsolePlaylist } from '@vitrine/contract/playlists';
import type { ReactNode } from 'react';
import { call } from '../api/call.js';
import { Quiet } from '../ui/quiet.js';
import { CampaignStatusBadge } from '../ui/status-badge.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { ErrorNotice } from '../ui/error-notice.js';
import { LinkAnchor } from '../ui/links.js';
import { notifyDone } from '../ui/notify.js';
import { Section } from '../ui/section.js';
import { usePlaylistChanged, usePlaylistSaving } from './use-playlist-saving.js';

export function PlaylistSide({ stored }: { readonly stored: ConsolePlaylist }): ReactNode {
  const sharing = usePlaylistSaving(stored.id);
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
  <Section title="Used in">
    {campaigns.length === 0 && <Quiet>No campaign yet. Choose it in a campaign to bring it to your screens.</Quiet>}
    {campaigns.map(({ lineageId, name, status }) => (
      <Group key={lineageId} justify="space-between" wrap="nowrap">
        <LinkAnchor to="/campaigns/$lineageId" params={{ lineageId }}>
          {name}
        </LinkAnchor>
        <CampaignStatusBadge status={status} />
      </Group>
    ))}
    {campaigns.some(({ status }) => status === 'running' || status === 'upcoming') && (
      <Quiet>Screens keep playing what was published. Publish the campaign again to bring a change to them.</Quiet>
    )}
  </Section>
);

function DeleteButton({ stored }: { readonly stored: ConsolePlaylist }): ReactNode {
  const [isAsking, asking] = useDisclosure(false);
  const onChanged = usePlaylistChanged();
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    await call('deletePlaylist', { params: { id: stored.id } });
    notifyDone(`«${stored.name}» is deleted.`);
    await navigate({ to: '/playlists' });
    onChanged();
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
