import { Button, Card, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPlay, IconPlaylist, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PLAYLIST_ITEMS_MAX, PLAYLIST_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { ConsolePlaylist } from '@vitrine/contract/playlists';
import type { ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { merchantQuery } from '../api/merchant.js';
import { DraftForm } from '../ui/draft-form.js';
import { EmptyState } from '../ui/empty-state.js';
import { countItems, formatLength } from '../ui/format-length.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingPage } from '../ui/loading.js';
import { MediaPicker } from '../ui/media-picker.js';
import { PageHeader } from '../ui/page-header.js';
import { PlayPreview } from '../ui/play-preview.js';
import { Quiet } from '../ui/quiet.js';
import { useDraft } from '../ui/use-draft.js';
import { secondsOf, toBody, toDraft, toDraftItem, type DraftItem } from './draft.js';
import { ItemList } from './item-list.js';
import { PlaylistSide } from './playlist-side.js';
import './playlists.css';
import { usePlaylistSaving } from './use-playlist-saving.js';

const route = getRouteApi('/shell/playlists/$id');

export function PlaylistPage(): ReactNode {
  const { id } = route.useParams();
  const query = useQuery(endpointQuery('getConsolePlaylist', { params: { id } }));
  const merchant = useQuery(merchantQuery);
  const page = { what: 'The playlist', heading: 'Playlist', loading: <LoadingPage /> };
  return (
    <Loaded query={query} {...page}>
      {(stored) => (
        <Loaded query={merchant} {...page}>
          {({ defaultItemSeconds }) => <PlaylistEditor key={id} stored={stored} defaultSeconds={defaultItemSeconds} />}
        </Loaded>
      )}
    </Loaded>
  );
}

type Props = { readonly stored: ConsolePlaylist; readonly defaultSeconds: number };

function PlaylistEditor({ stored, defaultSeconds }: Props): ReactNode {
  const draft = useDraft({ item: stored, toDraft, toBody, saving: usePlaylistSaving(stored.id) });
  const [isPicking, picking] = useDisclosure(false);
  const [isPlaying, playing] = useDisclosure(false);
  const { name, items } = draft.value;
  const shown = items.map((item) => ({ ...item, durationSeconds: secondsOf(item, defaultSeconds) }));
  const total = shown.reduce((sum, item) => sum + item.durationSeconds, 0);
  return (
    <>
      <PageHeader
        title={stored.name}
        description={items.length === 0 ? 'Empty' : `${countItems(items.length)}, ${formatLength(total)} per loop`}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              disabled={items.length === 0}
              onClick={playing.open}
            >
              Preview
            </Button>
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              disabled={items.length >= PLAYLIST_ITEMS_MAX}
              onClick={picking.open}
            >
              Add media
            </Button>
          </>
        }
      />
      <div className="two-columns">
        <DraftForm
          label="Settings of the playlist"
          what="this playlist"
          draft={draft}
          canSave={name.trim() !== ''}
          theirs={
            <Text size="sm" mt="xs">
              Theirs is called «{stored.name}», {stored.items.length === 0 ? 'empty' : countItems(stored.items.length)}:{' '}
              {stored.items.map(({ media }) => media.name).join(', ')}.
            </Text>
          }
        >
          <TextInput
            label="Name"
            value={name}
            onChange={({ currentTarget }) => draft.change({ name: currentTarget.value })}
            maxLength={PLAYLIST_NAME_CHARACTERS_MAX}
            error={name.trim() === '' && 'A playlist needs a name.'}
          />
          <Items items={items} defaultSeconds={defaultSeconds} onChange={(next) => draft.change({ items: next })} />
        </DraftForm>
        <PlaylistSide stored={stored} />
      </div>
      <MediaPicker
        opened={isPicking}
        onClose={picking.close}
        onPick={(media) => draft.change({ items: [...items, ...media.map(toDraftItem)].slice(0, PLAYLIST_ITEMS_MAX) })}
      />
      {/* What is in the editor right now, saved or not. */}
      <Modal opened={isPlaying} onClose={playing.close} title="Preview" size="xl">
        <Stack>
          <PlayPreview landscape={shown} portrait={shown} />
        </Stack>
      </Modal>
    </>
  );
}

type ItemsProps = {
  readonly items: readonly DraftItem[];
  readonly defaultSeconds: number;
  readonly onChange: (items: readonly DraftItem[]) => void;
};

const Items = (props: ItemsProps): ReactNode =>
  props.items.length === 0 ? (
    <EmptyState icon={IconPlaylist} title="Nothing to show yet">
      Add media from the library with the button above, then drag them into their order.
    </EmptyState>
  ) : (
    <Card withBorder p={0}>
      <ItemList {...props} />
      <Quiet size="xs" px="md" py="xs">
        To move an item by keyboard: Tab to its handle, Space, arrow keys, Space.
      </Quiet>
    </Card>
  );
