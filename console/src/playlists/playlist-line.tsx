import { Menu } from '@mantine/core';
import { IconCopy, IconDots, IconPlayerPlay, IconSpeakerphone, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { PlaylistSummary, PlaylistUse } from '@vitrine/contract/playlists';
import { memo, type ReactNode } from 'react';
import { DateTime } from '../ui/date-time.js';
import { countItems, formatLength } from '../ui/format-length.js';
import { HistoryMenuItem } from '../ui/history-link.js';
import { IconButton } from '../ui/icon-button.js';
import { MediaThumbnail } from '../ui/media-thumbnail.js';
import { Quiet } from '../ui/quiet.js';
import { SelectBox } from '../ui/select-box.js';
import { ChangesBadge, StatusBadge } from '../ui/status-badge.js';

type LineActions = {
  readonly onPreview: (playlist: PlaylistSummary) => void;
  readonly onCopy: (playlist: PlaylistSummary) => void;
  readonly onCampaign: (playlist: PlaylistSummary) => void;
  readonly onDelete: (playlist: PlaylistSummary) => void;
};

type Props = {
  readonly playlist: PlaylistSummary;
  readonly at: number;
  readonly isSelected: boolean;
  // Screens play it while nothing runs.
  readonly isDefault: boolean;
  readonly actions: LineActions;
  readonly onBroken: () => void;
};

// Remembered, because one chosen more must not draw the others again.
export const PlaylistLine = memo(function PlaylistLine(props: Props): ReactNode {
  const { playlist, at, isSelected, isDefault, actions, onBroken } = props;
  const { id, name, itemCount, totalDurationSeconds, updatedAt, coverUrls, usedIn } = playlist;
  return (
    <li className="playlist-line" data-at={at} data-selected={isSelected}>
      <SelectBox name={name} isSelected={isSelected} />
      <Covers urls={coverUrls} onBroken={onBroken} />
      <div className="playlist-line-words">
        <Link to="/playlists/$id" params={{ id }} className="playlist-line-name" draggable={false}>
          {name}
        </Link>
        <Quiet size="xs" className="figures">
          {itemCount === 0 ? 'Empty' : `${countItems(itemCount)} · ${formatLength(totalDurationSeconds)}`}
          <span className="playlist-line-changed-short">
            {' '}
            · <DateTime value={updatedAt} precision="day" />
          </span>
        </Quiet>
      </div>
      <Uses uses={usedIn} isDefault={isDefault} />
      <Quiet size="xs" className="figures playlist-line-changed">
        Changed <DateTime value={updatedAt} precision="day" />
      </Quiet>
      <LineMenu playlist={playlist} actions={actions} />
    </li>
  );
});

type UsesProps = { readonly uses: readonly PlaylistUse[]; readonly isDefault: boolean };

// Where it plays now, otherwise which campaigns it waits in; and whether what screens play of it is older than it is.
function Uses({ uses, isDefault }: UsesProps): ReactNode {
  const on = uses.filter(({ isOn }) => isOn);
  const isUpcoming = uses.some(({ status }) => status === 'upcoming');
  return (
    <div className="playlist-line-uses">
      {on.length > 0 ? (
        <StatusBadge tone="good">On now</StatusBadge>
      ) : (
        isUpcoming && <StatusBadge tone="waiting">Upcoming</StatusBadge>
      )}
      {isDefault && <StatusBadge tone="quiet">Default</StatusBadge>}
      <Quiet size="xs" className="playlist-line-campaigns">
        {on.length > 0 ? `in ${namesOf(on)}` : usesWords(uses, isDefault)}
      </Quiet>
      {uses.some(({ changesNotPublished }) => changesNotPublished) && <ChangesBadge />}
    </div>
  );
}

function usesWords(uses: readonly PlaylistUse[], isDefault: boolean): string {
  if (uses.length > 0) return `In ${namesOf(uses)}`;
  return isDefault ? 'Plays while nothing runs' : 'Not used yet';
}

const USES_SHOWN = 2;

function namesOf(uses: readonly PlaylistUse[]): string {
  const names = uses.slice(0, USES_SHOWN).map(({ name }) => name);
  const rest = uses.length - names.length;
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

type MenuProps = { readonly playlist: PlaylistSummary; readonly actions: LineActions };

const LineMenu = ({ playlist, actions }: MenuProps): ReactNode => (
  <div className="playlist-line-menu" data-apart>
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton size={36} label={`More for ${playlist.name}`} icon={IconDots} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          disabled={playlist.itemCount === 0}
          onClick={() => actions.onPreview(playlist)}
        >
          Preview
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => actions.onCopy(playlist)}>
          Copy
        </Menu.Item>
        <Menu.Item
          leftSection={<IconSpeakerphone size={16} aria-hidden />}
          onClick={() => actions.onCampaign(playlist)}
        >
          New campaign with it
        </Menu.Item>
        <HistoryMenuItem id={playlist.id} />
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => actions.onDelete(playlist)}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  </div>
);

const Covers = ({ urls, onBroken }: { readonly urls: readonly string[]; readonly onBroken: () => void }): ReactNode => (
  <div className="playlist-covers" data-count={Math.max(1, urls.length)} aria-hidden>
    {(urls.length === 0 ? [null] : urls).map((url, at) => (
      <MediaThumbnail key={at} media={{ type: 'image', thumbnailUrl: url }} onBroken={onBroken} />
    ))}
  </div>
);
