import { Button, Group, MultiSelect, Stack } from '@mantine/core';
import type { Tag } from '@vitrine/contract/tags';
import { useState, type ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.js';
import { countItems } from '../../ui/format-length.js';
import { noTagWords, TagInput, useTags } from '../../ui/tag-input.js';
import type { ManyDialogProps } from './many-dialog.js';
import { useTagMany } from './use-change-many.js';

// The list of tags opens above the buttons, which stay in sight.
const LIST_HEIGHT = 176;

export function AddTagsDialog({ ids, many, onClose }: ManyDialogProps): ReactNode {
  const [names, setNames] = useState<readonly string[]>([]);
  const tagMany = useTagMany();
  const send = (): void => {
    many.run('Adding tags', (onDone) => tagMany(ids, { add: names }, onDone));
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={`Add tags to ${countItems(ids.length)}`}>
      <Stack className="dialog-with-list">
        <TagInput label="Tags" value={names} onChange={setNames} maxDropdownHeight={LIST_HEIGHT} isFocused />
        <Buttons label="Add" isOff={names.length === 0} onSend={send} onClose={onClose} />
      </Stack>
    </Dialog>
  );
}

export function RemoveTagsDialog({ ids, items, many, onClose }: ManyDialogProps): ReactNode {
  const [chosen, setChosen] = useState<string[]>([]);
  const all = useTags();
  const tagMany = useTagMany();
  const offered = tagsOn(ids, items) ?? all;
  const send = (): void => {
    many.run('Removing tags', (onDone) => tagMany(ids, { remove: chosen }, onDone));
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={`Remove tags from ${countItems(ids.length)}`}>
      <Stack className="dialog-with-list">
        <MultiSelect
          label="Tags"
          placeholder={chosen.length === 0 ? 'Choose' : ''}
          data={(offered ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen}
          onChange={setChosen}
          searchable
          hidePickedOptions
          limit={100}
          maxDropdownHeight={LIST_HEIGHT}
          nothingFoundMessage={noTagWords(offered, 'They carry no tags')}
          comboboxProps={{ shadow: 'md' }}
          data-autofocus
        />
        <Buttons label="Remove" isOff={chosen.length === 0} onSend={send} onClose={onClose} />
      </Stack>
    </Dialog>
  );
}

// What the items carry, by name; unknown while some of them are not read.
function tagsOn(ids: readonly string[], items: ManyDialogProps['items']): Tag[] | undefined {
  const wanted = new Set(ids);
  const known = items.filter(({ id }) => wanted.has(id));
  if (known.length < wanted.size) return undefined;
  const tags = new Map(known.flatMap((item) => item.tags).map((tag) => [tag.id, tag]));
  return [...tags.values()].sort((a, b) => a.name.localeCompare(b.name));
}

type ButtonsProps = {
  readonly label: string;
  readonly isOff: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
};

const Buttons = ({ label, isOff, onSend, onClose }: ButtonsProps): ReactNode => (
  <Group justify="flex-end" className="dialog-foot">
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
    <Button disabled={isOff} onClick={onSend}>
      {label}
    </Button>
  </Group>
);
