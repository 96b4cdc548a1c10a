import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PLAYLIST_ITEMS_MAX, PLAYLIST_NAME_CHARACTERS_MAX } from '@vitrine/contract/console-limits';
import type { Media } from '@vitrine/contract/media';
import type { ConsolePlaylist } from '@vitrine/contract/playlists';
import { memo, useMemo, useState, type ReactNode } from 'react';
import { endpointQuery } from '../api/endpoint-query.js';
import { merchantQuery } from '../api/merchant.js';
import { BackLink } from '../ui/back-link.js';
import { DraftForm } from '../ui/draft-form.js';
import { countItems, formatLength } from '../ui/format-length.js';
import { IconButton } from '../ui/icon-button.js';
import { Loaded } from '../ui/loaded.js';
import { LoadingPage } from '../ui/loading.js';
import { MediaPicker } from '../ui/media-picker.js';
import { PageHeader } from '../ui/page-header.js';
import { PlayPreview } from '../ui/play-preview.js';
import { useDraft } from '../ui/use-draft.js';
import { useLatest } from '../ui/use-latest.js';
import { packDraft, secondsOf, toBody, toDraft, toEntry, unpackDraft, type Draft, type DraftItem } from './draft.js';
import { insertItems } from './edit-items.js';
import { ItemsEditor } from './items-editor.js';
import { PlaylistSide } from './playlist-side.js';
import './playlists.css';
import { PublishOffer } from './publish-offer.js';
import { useHistory, type History } from './use-history.js';
import { usePlaylistSaving } from './use-playlist-saving.js';
import { useShortcuts } from './use-shortcuts.js';

const route = getRouteApi('/shell/playlists/$id');

export function PlaylistPage(): ReactNode {
  const { id } = route.useParams();
  const query = useQuery(endpointQuery('getConsolePlaylist', { params: { id } }));
  const merchant = useQuery(merchantQuery);
  const way = { to: '/playlists', label: 'Go to the playlists' } as const;
  const page = { what: 'The playlist', heading: 'Playlist', way, loading: <LoadingPage /> };
  return (
    <Loaded query={query} {...page}>
      {(stored) => (
        <Loaded query={merchant} {...page}>
          {({ defaultItemSeconds, defaultPlaylistId }) => (
            <PlaylistEditor
              key={id}
              stored={stored}
              defaultSeconds={defaultItemSeconds}
              isDefault={defaultPlaylistId === id}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

type Props = {
  readonly stored: ConsolePlaylist;
  readonly defaultSeconds: number;
  // Screens play it while nothing runs.
  readonly isDefault: boolean;
};

function PlaylistEditor({ stored, defaultSeconds, isDefault }: Props): ReactNode {
  const saving = usePlaylistSaving(stored.id);
  const kept = { keptAs: `playlist ${stored.id}`, pack: packDraft, unpack: unpackDraft };
  const draft = useDraft({ item: stored, toDraft, toBody, saving, ...kept });
  const history = useHistory<Draft>(draft.value, draft.change);
  const { name, items } = draft.value;
  const canSave = name.trim() !== '';
  const undoAll = (): void => {
    history.clear();
    draft.undo();
  };
  useShortcuts({
    ...history,
    save: draft.isChanged && canSave && !draft.isConflict && !draft.saving.isPending ? draft.save : undefined,
  });
  const [insertAt, setInsertAt] = useState<number>();
  const [playFrom, setPlayFrom] = useState<number>();
  // The same functions for ever, so that the list is not drawn again with every letter of the name.
  const act = useLatest({
    onChange: (next: readonly DraftItem[], topic?: string) =>
      next === items ? undefined : history.change({ name, items: next }, topic),
    onInsertBelow: (key: string) => setInsertAt(items.findIndex((item) => item.key === key) + 1),
    onPlayFrom: (key: string) => setPlayFrom(items.findIndex((item) => item.key === key)),
  });
  const add = (media: readonly Media[]): void =>
    act.onChange(insertItems(items, insertAt ?? items.length, media.map(toEntry)));
  return (
    <>
      <BackLink to="/playlists">Playlists</BackLink>
      <EditorHeader
        stored={stored}
        items={items}
        defaultSeconds={defaultSeconds}
        onPreview={() => setPlayFrom(0)}
        onAdd={() => setInsertAt(items.length)}
      />
      {!draft.isChanged && <PublishOffer uses={stored.usedIn} />}
      <div className="two-columns">
        <DraftForm
          label="Settings of the playlist"
          what="this playlist"
          draft={{ ...draft, undo: undoAll }}
          canSave={canSave}
          undoLabel="Discard"
          tools={<Steps undo={history.undo} redo={history.redo} />}
          theirs={<Theirs stored={stored} />}
        >
          <TextInput
            label="Name"
            value={name}
            onChange={({ currentTarget }) => history.change({ items, name: currentTarget.value }, 'name')}
            maxLength={PLAYLIST_NAME_CHARACTERS_MAX}
            error={!canSave && 'A playlist needs a name.'}
          />
          <ItemsEditor items={items} defaultSeconds={defaultSeconds} {...act} />
        </DraftForm>
        <PlaylistSide stored={stored} isChanged={draft.isChanged} isDefault={isDefault} />
      </div>
      <MediaPicker opened={insertAt !== undefined} onClose={() => setInsertAt(undefined)} onPick={add} />
      <Preview items={items} defaultSeconds={defaultSeconds} from={playFrom} onClose={() => setPlayFrom(undefined)} />
    </>
  );
}

type HeaderProps = {
  readonly stored: ConsolePlaylist;
  readonly items: readonly DraftItem[];
  readonly defaultSeconds: number;
  readonly onPreview: () => void;
  readonly onAdd: () => void;
};

function EditorHeader({ stored, items, defaultSeconds, onPreview, onAdd }: HeaderProps): ReactNode {
  const total = useMemo(
    () => items.reduce((sum, item) => sum + secondsOf(item, defaultSeconds), 0),
    [items, defaultSeconds],
  );
  return (
    <PageHeader
      title={stored.name}
      description={items.length === 0 ? 'Empty' : `${countItems(items.length)}, ${formatLength(total)} per loop`}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            disabled={items.length === 0}
            onClick={onPreview}
          >
            Preview
          </Button>
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={items.length >= PLAYLIST_ITEMS_MAX}
            onClick={onAdd}
          >
            Add media
          </Button>
        </>
      }
    />
  );
}

// Each edit taken back, or brought back.
const Steps = ({ undo, redo }: Pick<History<Draft>, 'undo' | 'redo'>): ReactNode => (
  <>
    <IconButton
      size="lg"
      label="Undo the last change"
      icon={IconArrowBackUp}
      disabled={undo === undefined}
      onClick={undo}
    />
    <IconButton
      size="lg"
      label="Redo the change"
      icon={IconArrowForwardUp}
      disabled={redo === undefined}
      onClick={redo}
    />
  </>
);

const NAMES_SHOWN = 8;

// What the other made of it; all of it is in the list once it is chosen.
function Theirs({ stored: { name, items } }: { readonly stored: ConsolePlaylist }): ReactNode {
  const names = items.slice(0, NAMES_SHOWN).map(({ media }) => media.name);
  const rest = items.length > NAMES_SHOWN ? ` and ${items.length - NAMES_SHOWN} more` : '';
  return (
    <Text size="sm" mt="xs">
      Theirs is called “{name}”,{' '}
      {items.length === 0 ? 'empty' : `${countItems(items.length)}: ${names.join(', ')}${rest}`}.
    </Text>
  );
}

type PreviewProps = {
  readonly items: readonly DraftItem[];
  readonly defaultSeconds: number;
  readonly from: number | undefined;
  readonly onClose: () => void;
};

// What is in the editor right now, saved or not.
const Preview = memo(function Preview({ items, defaultSeconds, from, onClose }: PreviewProps): ReactNode {
  return (
    <Modal opened={from !== undefined} onClose={onClose} title="Preview" size="xl">
      {from !== undefined && (
        <Stack>
          <WholePreview items={items} defaultSeconds={defaultSeconds} from={from} />
        </Stack>
      )}
    </Modal>
  );
});

function WholePreview({ items, defaultSeconds, from }: Omit<PreviewProps, 'onClose'> & { readonly from: number }) {
  const shown = useMemo(
    () => items.map((item) => ({ ...item, durationSeconds: secondsOf(item, defaultSeconds) })),
    [items, defaultSeconds],
  );
  return <PlayPreview landscape={shown} portrait={shown} from={from} />;
}
