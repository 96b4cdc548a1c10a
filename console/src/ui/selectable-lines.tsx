import type { ReactNode, RefObject } from 'react';
import { LineList } from './line-list.js';
import { useListKeys } from './use-list-keys.js';
import type { ListSelection } from './use-list-selection.js';

type Props = {
  readonly ref?: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly selection: ListSelection;
  readonly onLook?: (at: number) => void;
  // `li` with their place in data-at and whether they are chosen in data-selected.
  readonly children: ReactNode;
};

// A list of lines that are chosen from, by hand and by keys.
export function SelectableLines({ ref, label, selection, onLook, children }: Props): ReactNode {
  const keys = useListKeys({ columns: 1, choose: selection.choose, ...(onLook !== undefined && { onLook }) });
  return (
    <div ref={ref} data-selecting={selection.ids.size > 0} {...selection.handlers} {...keys}>
      <LineList label={label}>{children}</LineList>
    </div>
  );
}
