import { Box, Checkbox, Menu, Text } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconPlayerPlay,
  IconRowInsertBottom,
  IconSortAscendingNumbers,
  IconX,
} from '@tabler/icons-react';
import { memo, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { formatLength } from '../ui/format-length.js';
import { IconButton } from '../ui/icon-button.js';
import { LinkAnchor } from '../ui/links.js';
import { MEDIA_TYPES, MediaThumbnail } from '../ui/media-thumbnail.js';
import { Quiet } from '../ui/quiet.js';
import { secondsOf, type DraftItem } from './draft.js';
import { TimeStepper } from './time-stepper.js';

// What a row can ask for; the same functions for all rows and all times, so that a row is drawn again only when it changed.
export type RowActions = {
  readonly setTime: (key: string, seconds: number | null) => void;
  readonly remove: (key: string) => void;
  readonly duplicate: (key: string) => void;
  readonly moveTo: (key: string, where: 'top' | 'bottom' | 'ask') => void;
  readonly insertBelow: (key: string) => void;
  readonly playFrom: (key: string) => void;
  readonly select: (key: string, isRange: boolean) => void;
  readonly grab: (event: PointerEvent, key: string) => void;
  readonly handleKey: (event: KeyboardEvent, key: string) => void;
  readonly letGo: (key: string) => void;
};

type Props = {
  readonly item: DraftItem;
  readonly index: number;
  readonly count: number;
  readonly top: number;
  readonly defaultSeconds: number;
  readonly isSelected: boolean;
  readonly isLifted: boolean;
  readonly isDragged: boolean;
  // Not while only some of the items are shown.
  readonly canDrag: boolean;
  readonly actions: RowActions;
};

export const ItemRow = memo(function ItemRow(props: Props): ReactNode {
  const { item, index, count, top, defaultSeconds, isSelected, isLifted, isDragged, canDrag, actions } = props;
  const { key, media } = item;
  const { name } = media;
  return (
    <li
      className="playlist-row"
      style={{ transform: `translateY(${top}px)` }}
      data-key={key}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-selected={isSelected || undefined}
      data-lifted={isLifted || undefined}
      data-dragged={isDragged || undefined}
    >
      <Checkbox
        className="playlist-row-check"
        aria-label={`Select ${name}, place ${index + 1}`}
        checked={isSelected}
        onChange={(event) =>
          actions.select(key, 'shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)
        }
      />
      <IconButton
        className="playlist-handle"
        label={`Move ${name}`}
        icon={IconGripVertical}
        aria-pressed={isLifted}
        disabled={!canDrag}
        onPointerDown={(event) => actions.grab(event, key)}
        onKeyDown={(event) => actions.handleKey(event, key)}
        onBlur={() => actions.letGo(key)}
      />
      <Text className="playlist-row-number figures" size="sm" c="dimmed">
        {index + 1}
      </Text>
      <MediaThumbnail media={{ ...media, id: item.mediaId, type: item.type }} />
      <Box className="playlist-row-name" miw={0}>
        <LinkAnchor
          to="/media/$id"
          params={{ id: item.mediaId }}
          c="inherit"
          fw={600}
          size="sm"
          display="block"
          truncate
        >
          {name}
        </LinkAnchor>
        <Quiet size="xs" className="figures" truncate>
          <span className="playlist-row-phone-number">{index + 1} · </span>
          {MEDIA_TYPES[item.type].label} · plays {formatLength(secondsOf(item, defaultSeconds))}
        </Quiet>
      </Box>
      <TimeStepper
        name={name}
        seconds={item.ownSeconds}
        usual={secondsOf({ ...item, ownSeconds: null }, defaultSeconds)}
        onChange={(seconds) => actions.setTime(key, seconds)}
      />
      <div className="playlist-row-buttons">
        <RowMenu itemKey={key} name={name} actions={actions} />
        <IconButton
          className="playlist-row-remove"
          label={`Remove ${name}`}
          icon={IconX}
          onClick={() => actions.remove(key)}
        />
      </div>
    </li>
  );
});

type MenuProps = { readonly itemKey: string; readonly name: string; readonly actions: RowActions };

const RowMenu = ({ itemKey, name, actions }: MenuProps): ReactNode => (
  <Menu position="bottom-end">
    <Menu.Target>
      <IconButton label={`More for ${name}`} icon={IconDots} />
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item
        leftSection={<IconArrowBarToUp size={16} aria-hidden />}
        onClick={() => actions.moveTo(itemKey, 'top')}
      >
        Move to the top
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowBarToDown size={16} aria-hidden />}
        onClick={() => actions.moveTo(itemKey, 'bottom')}
      >
        Move to the bottom
      </Menu.Item>
      <Menu.Item
        leftSection={<IconSortAscendingNumbers size={16} aria-hidden />}
        onClick={() => actions.moveTo(itemKey, 'ask')}
      >
        Move to a place …
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconRowInsertBottom size={16} aria-hidden />}
        onClick={() => actions.insertBelow(itemKey)}
      >
        Add media below …
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => actions.duplicate(itemKey)}>
        Play it once more
      </Menu.Item>
      <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => actions.playFrom(itemKey)}>
        Preview from here
      </Menu.Item>
      <Menu.Item leftSection={<IconX size={16} aria-hidden />} onClick={() => actions.remove(itemKey)}>
        Remove
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
