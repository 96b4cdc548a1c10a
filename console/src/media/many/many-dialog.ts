import type { LibraryItem } from '@vitrine/contract/library';
import type { Many } from '../../ui/use-many.js';

// What every dialog about many items is given.
export type ManyDialogProps = {
  readonly ids: readonly string[];
  // Those of the list that are read already.
  readonly items: readonly LibraryItem[];
  readonly many: Many;
  readonly onClose: () => void;
  // It was done: nothing is selected any more.
  readonly onDone: () => void;
  // Those are not there any more, also when others of them are.
  readonly onGone: (ids: readonly string[]) => void;
};
