import { IconArrowMerge, IconTrash } from '@tabler/icons-react';
import type { CountedTag } from '@vitrine/contract/tags';
import { useState, type ReactNode } from 'react';
import { formatCount } from '../ui/format-length.js';
import { SelectAllButton, SelectionBar } from '../ui/selection-bar.js';
import type { ListSelection } from '../ui/use-list-selection.js';
import { useMany } from '../ui/use-many.js';
import { DeleteTagsDialog, MergeTagsDialog } from './tag-dialogs.js';
import { readAllTags } from './tags-query.js';
import type { TagsSearch } from './tags-search.js';

type Props = {
  readonly selection: ListSelection;
  readonly tags: readonly CountedTag[];
  readonly search: TagsSearch;
  // How many the search finds in all, as soon as it is known.
  readonly total: number | undefined;
};

const ACTIONS = [
  { key: 'merge', label: 'Merge', icon: IconArrowMerge },
  { key: 'delete', label: 'Delete', icon: IconTrash, isDangerous: true },
] as const;
const DIALOGS = { merge: MergeTagsDialog, delete: DeleteTagsDialog } as const;

// What can be done with the tags that are chosen.
export function TagSelection({ selection, tags, search, total }: Props): ReactNode {
  const many = useMany();
  const [dialog, setDialog] = useState<keyof typeof DIALOGS>();
  // What is on no page yet and was read to be chosen.
  const [others, setOthers] = useState<readonly CountedTag[]>([]);
  const known = new Map([...others, ...tags].map((tag) => [tag.id, tag]));
  const chosen = [...selection.ids].flatMap((id) => known.get(id) ?? []);
  if (chosen.length === 0) return null;
  const selectAll = (): Promise<boolean> =>
    selection.selectRead(async () => {
      const all = await readAllTags(search);
      setOthers(all);
      return all.map(({ id }) => id);
    });
  const Dialog = dialog && DIALOGS[dialog];
  return (
    <>
      <SelectionBar
        label="Selected tags"
        count={chosen.length}
        many={many}
        actions={ACTIONS}
        onStart={setDialog}
        onClear={selection.clear}
      >
        {total !== undefined && chosen.length < total && (
          <SelectAllButton found={formatCount(total)} onSelectAll={() => many.run('Selecting', selectAll)} />
        )}
      </SelectionBar>
      {Dialog !== undefined && (
        <Dialog tags={chosen} onClose={() => setDialog(undefined)} onGone={selection.drop} onDone={selection.clear} />
      )}
    </>
  );
}
