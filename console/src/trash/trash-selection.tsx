import { IconArrowBackUp, IconTrashX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { countItems } from '../ui/format-length.js';
import { SelectionBar } from '../ui/selection-bar.js';
import type { ListSelection } from '../ui/use-list-selection.js';
import { useMany } from '../ui/use-many.js';
import { usePurge, useRestore } from './use-trash.js';

type Props = { readonly selection: ListSelection; readonly isAdmin: boolean };

const RESTORE = { key: 'restore', label: 'Bring back', icon: IconArrowBackUp } as const;
const PURGE = { key: 'purge', label: 'Delete for good', icon: IconTrashX, isDangerous: true } as const;

// What can be done with what is chosen of the trash.
export function TrashSelection({ selection, isAdmin }: Props): ReactNode {
  const many = useMany();
  const [isPurging, setPurging] = useState(false);
  const restore = useRestore(selection.drop);
  const purge = usePurge(selection.drop);
  const ids = [...selection.ids];
  const count = countItems(ids.length);
  const start = (action: 'restore' | 'purge'): void => {
    if (action === 'purge') setPurging(true);
    else many.run('Bringing back', () => restore(ids, `${count} brought back.`), 'Not all were brought back');
  };
  if (ids.length === 0) return null;
  return (
    <>
      <SelectionBar
        label="Selected in the trash"
        count={ids.length}
        many={many}
        actions={isAdmin ? [RESTORE, PURGE] : [RESTORE]}
        onStart={start}
        onClear={selection.clear}
      />
      {isPurging && (
        <ConfirmDialog
          onClose={() => setPurging(false)}
          title={`Delete ${count} for good?`}
          confirmLabel="Delete for good"
          isDangerous
          onConfirm={() => purge(ids)}
        >
          Nobody can bring them back after that.
        </ConfirmDialog>
      )}
    </>
  );
}
