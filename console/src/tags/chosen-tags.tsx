import { Button, Group, Text } from '@mantine/core';
import { IconArrowMerge, IconTrash, IconX } from '@tabler/icons-react';
import type { CountedTag } from '@vitrine/contract/tags';
import { useState, type ReactNode } from 'react';
import { formatCount } from '../ui/format-length.js';
import { IconButton } from '../ui/icon-button.js';
import '../ui/selection-bar.css';
import { DeleteTagsDialog, MergeTagsDialog } from './tag-dialogs.js';

type Props = {
  readonly tags: readonly CountedTag[];
  readonly onClear: () => void;
  readonly onGone: (ids: readonly string[]) => void;
};

const DIALOGS = { merge: MergeTagsDialog, delete: DeleteTagsDialog } as const;

// What is done with all that are chosen. In sight however far the list is scrolled.
export function ChosenTags({ tags, onClear, onGone }: Props): ReactNode {
  const [dialog, setDialog] = useState<keyof typeof DIALOGS>();
  const Dialog = dialog && DIALOGS[dialog];
  return (
    <section className="selection-bar" aria-label="Selected tags">
      <Group gap="xs" wrap="nowrap">
        <IconButton label="Clear the selection" icon={IconX} onClick={onClear} />
        <Text size="sm" fw={600} aria-live="polite">
          {formatCount(tags.length)} selected
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowMerge size={16} aria-hidden />}
          onClick={() => setDialog('merge')}
        >
          Merge
        </Button>
        <Button
          variant="default"
          size="xs"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setDialog('delete')}
        >
          Delete
        </Button>
      </Group>
      {Dialog !== undefined && (
        <Dialog tags={tags} onClose={() => setDialog(undefined)} onGone={onGone} onDone={onClear} />
      )}
    </section>
  );
}
