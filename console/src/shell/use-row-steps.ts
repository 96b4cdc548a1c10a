import { useHotkeys } from '@mantine/hooks';
import { focusRow } from '../ui/use-list-keys.js';

// The rows of the page's lists, and the items of its library.
const ROWS = 'main .line-list > li, main [data-at]';

// J and K go to the next row of a list and to the one before; Enter opens it, as it does every link.
export function useRowSteps(isAlone: () => boolean): void {
  const step = (by: 1 | -1) => (): void => {
    if (!isAlone()) return;
    const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    focusRow(at < 0 ? rows.find((row) => row.getBoundingClientRect().top >= 0) : rows[at + by]);
  };
  useHotkeys([
    ['j', step(1)],
    ['k', step(-1)],
  ]);
}
