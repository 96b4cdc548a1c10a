import { Button, Card, Group, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ConsolePlaylist } from '@vitrine/contract/playlists';
import { memo, type ReactNode } from 'react';
import { ErrorNotice } from '../ui/error-notice.js';
import { HistoryButton } from '../ui/history-link.js';
import { LinkAnchor } from '../ui/links.js';
import { Quiet } from '../ui/quiet.js';
import { Section } from '../ui/section.js';
import { CampaignStatusBadge, ChangesBadge } from '../ui/status-badge.js';
import { forgetUnsavedWork } from '../ui/unsaved-work.js';
import { DeletePlaylistsDialog } from './delete-playlists-dialog.js';
import { useCopyPlaylist } from './use-copy-playlist.js';
import { useDeletePlaylists } from './use-many-playlists.js';
import { usePlaylistSaving } from './use-playlist-saving.js';

type Props = { readonly stored: ConsolePlaylist; readonly isChanged: boolean };

export const PlaylistSide = memo(function PlaylistSide(props: Props & { readonly isDefault: boolean }): ReactNode {
  const { stored, isChanged, isDefault } = props;
  const sharing = usePlaylistSaving(stored.id);
  return (
    <Stack>
      <UsedIn campaigns={stored.usedIn} isDefault={isDefault} />
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
      <CopyButton stored={stored} isChanged={isChanged} />
      <HistoryButton id={stored.id} />
      <DeleteButton stored={stored} />
    </Stack>
  );
});

type UsedProps = { readonly campaigns: ConsolePlaylist['usedIn']; readonly isDefault: boolean };

const UsedIn = ({ campaigns, isDefault }: UsedProps): ReactNode => (
  <Section title="Used in">
    {isDefault && (
      <Text size="sm">
        It is the{' '}
        <LinkAnchor to="/settings/merchant" size="sm" underline="always">
          default playlist
        </LinkAnchor>
        : screens play it while nothing runs, and what you save here is on them at once.
      </Text>
    )}
    {campaigns.length === 0 && !isDefault && (
      <Quiet>No campaign yet. Choose it in a campaign to bring it to your screens.</Quiet>
    )}
    {campaigns.map(({ lineageId, name, status, changesNotPublished }) => (
      <div key={lineageId}>
        <LinkAnchor to="/campaigns/$lineageId" params={{ lineageId }}>
          {name}
        </LinkAnchor>
        <Group gap={6} mt={2}>
          <CampaignStatusBadge status={status} />
          {changesNotPublished && <ChangesBadge />}
        </Group>
      </div>
    ))}
    {campaigns.some(({ status }) => status === 'running' || status === 'upcoming') && (
      <Quiet>Screens keep playing what was published. Publish the campaign again to bring a change to them.</Quiet>
    )}
  </Section>
);

// Of what is saved: with changes in the editor it would copy something else than what is seen.
function CopyButton({ stored, isChanged }: Props): ReactNode {
  const copy = useMutation({ mutationFn: useCopyPlaylist() });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCopy size={18} aria-hidden />}
        disabled={isChanged}
        loading={copy.isPending}
        onClick={() => copy.mutate(stored)}
      >
        Copy this playlist
      </Button>
      {isChanged && <Quiet size="xs">Save first, then copy.</Quiet>}
      {copy.isError && <ErrorNotice failure={copy.error} title="It was not copied" />}
    </>
  );
}

function DeleteButton({ stored }: Pick<Props, 'stored'>): ReactNode {
  const [isAsking, asking] = useDisclosure(false);
  const navigate = useNavigate();
  const deletePlaylists = useDeletePlaylists();
  const remove = async (): Promise<void> => {
    await deletePlaylists([stored.id], undefined, stored.name);
    // What was typed goes with it.
    forgetUnsavedWork();
    await navigate({ to: '/playlists' });
  };
  return (
    <>
      <Button variant="subtle" color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={asking.open}>
        Delete this playlist
      </Button>
      {isAsking && (
        <DeletePlaylistsDialog ids={[stored.id]} name={stored.name} onConfirm={remove} onClose={asking.close} />
      )}
    </>
  );
}
