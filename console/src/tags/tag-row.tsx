import { Menu, Text } from '@mantine/core';
import { IconArrowMerge, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import type { CountedTag } from '@vitrine/contract/tags';
import { useState, type ReactNode } from 'react';
import { HistoryMenuItem } from '../ui/history-link.js';
import { IconButton } from '../ui/icon-button.js';
import { LinkAnchor } from '../ui/links.js';
import { Quiet } from '../ui/quiet.js';
import { SelectBox } from '../ui/select-box.js';
import { DeleteTagsDialog, MergeTagsDialog, RenameTagDialog } from './tag-dialogs.js';
import { countCampaigns, countMedia, countScreens } from './tag-words.js';

const DIALOGS = { rename: RenameTagDialog, merge: MergeTagsDialog, delete: DeleteTagsDialog } as const;

type Props = {
  readonly tag: CountedTag;
  readonly at: number;
  readonly isSelected: boolean;
  readonly onGone: (ids: readonly string[]) => void;
};

export function TagRow({ tag, at, isSelected, onGone }: Props): ReactNode {
  const [dialog, setDialog] = useState<keyof typeof DIALOGS>();
  const Dialog = dialog && DIALOGS[dialog];
  return (
    <li className="tag-line" data-at={at} data-selected={isSelected}>
      <SelectBox name={tag.name} isSelected={isSelected} />
      <Text size="sm" fw={500} truncate className="tag-name" title={tag.name}>
        {tag.name}
      </Text>
      <Quiet size="xs" className="tag-uses">
        <span data-apart>
          {tag.mediaCount === 0 ? (
            countMedia(0)
          ) : (
            <LinkAnchor to="/media" search={{ tag: tag.id }} size="xs" underline="always">
              {countMedia(tag.mediaCount)}
            </LinkAnchor>
          )}
          {tag.campaignCount > 0 && (
            <>
              {' · '}
              <LinkAnchor to="/campaigns" search={{ tag: tag.id }} size="xs" underline="always">
                {countCampaigns(tag.campaignCount)}
              </LinkAnchor>
            </>
          )}
          {tag.screenCount > 0 && ` · ${countScreens(tag.screenCount)}`}
        </span>
      </Quiet>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <IconButton label={`Change the tag ${tag.name}`} icon={IconDots} data-apart />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('rename')}>
            Rename
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={() => setDialog('merge')}>
            Merge into another
          </Menu.Item>
          <HistoryMenuItem id={tag.id} />
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDialog('delete')}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {Dialog !== undefined && <Dialog tags={[tag]} onClose={() => setDialog(undefined)} onGone={onGone} />}
    </li>
  );
}
