import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import './select-box.css';

type Props = { readonly name: string; readonly isSelected: boolean };

// The box of one item of a list that useListSelection has the clicks of: one listener for all of them.
export const SelectBox = ({ name, isSelected }: Props): ReactNode => (
  <button type="button" className="select-box" role="checkbox" aria-checked={isSelected} aria-label={`Select ${name}`}>
    <span className="select-box-mark">{isSelected && <IconCheck size={14} stroke={3} aria-hidden />}</span>
  </button>
);
