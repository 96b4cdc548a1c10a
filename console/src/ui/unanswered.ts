// Longer ago, whoever presses means another one.
const KEPT_MS = 10 * 60_000;

type Asked = { readonly id?: string; readonly itemCount?: number };

let all = new Map<string, Asked & { readonly at: number }>();

// What was asked for and not answered, by what it was. Whoever has opened it writes into that of the person who was there then,
// also when the answer fails to come after they have gone.
export function openUnanswered() {
  const asked = all;
  return {
    find: (what: string): Asked | undefined => {
      const found = asked.get(what);
      return found !== undefined && Date.now() - found.at < KEPT_MS ? found : undefined;
    },
    keep: (what: string, one: Asked): void => void asked.set(what, { ...one, at: Date.now() }),
    drop: (what: string): void => void asked.delete(what),
  };
}

// At a sign-in and a sign-out: it is nobody else's.
export const forgetUnanswered = (): void => void (all = new Map());
