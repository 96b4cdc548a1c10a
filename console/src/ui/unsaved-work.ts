import { useEffect, useId } from 'react';

// What would be lost, and by what: typed text by leaving the page, an upload only by closing the tab or signing out.
type Work = { readonly until: 'page' | 'tab'; readonly words: string };

const TYPED = 'What you typed is not saved yet.';

// Everything that is under way in this tab. Beside the pages, because whoever leads away from one asks here.
const works = new Map<string, Work>();

// Says for as long as it is true that this component holds something that is not saved. Whoever leaves the page by the
// menu, by a link, by Back, by changing the merchant, by signing out or by closing the tab is asked first.
export const useUnsavedWork = (isUnsaved: boolean, words = TYPED): void => useWork(isUnsaved, 'page', words);

// For what goes on when the page is left, such as an upload, and would end with the tab or the session.
export const useTabWork = (isUnderWay: boolean, words: string): void => useWork(isUnderWay, 'tab', words);

function useWork(isThere: boolean, until: Work['until'], words: string): void {
  const key = useId();
  useEffect(() => {
    if (!isThere) return undefined;
    works.set(key, { until, words });
    return () => void works.delete(key);
  }, [key, isThere, until, words]);
}

// The sentences to ask with; none when nothing would be lost.
export function findUnsavedWork(leaving: Work['until']): readonly string[] {
  const lost = [...works.values()].filter(({ until }) => leaving === 'tab' || until === 'page');
  return [...new Set(lost.map(({ words }) => words))];
}

// For an action that gives the typed text up by what it does: deleting what it belongs to, or signing out once the person
// has agreed.
export function forgetUnsavedWork(leaving: Work['until'] = 'page'): void {
  for (const [key, { until }] of works) if (leaving === 'tab' || until === 'page') works.delete(key);
}

export type LeaveQuestion = {
  readonly title: string;
  readonly words: readonly string[];
  readonly stay: string;
  readonly leave: string;
};

// Asks the person; resolves to whether to go on. The shell's guard shows the question: before it is there, nothing can be
// typed.
let ask = (_question: LeaveQuestion): Promise<boolean> => Promise.resolve(true);

export const onAskToLeave = (then: typeof ask): void => void (ask = then);

export const askToLeave = (question: LeaveQuestion): Promise<boolean> => ask(question);

// Whether the page, or the tab with everything in it, may be left: asks when something would be lost.
export async function mayLeave(leaving: Work['until'], besides: readonly string[] = []): Promise<boolean> {
  const words = [...findUnsavedWork(leaving), ...besides];
  return words.length === 0 || ask({ title: 'Leave without saving?', words, stay: 'Stay', leave: 'Leave' });
}
