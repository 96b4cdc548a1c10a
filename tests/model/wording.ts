import type { Answered } from './stage.js';

// An answer in the words of the model: what it says when it is a 200, otherwise status and code; null when it was lost.
export function wordOf<Body>(answered: Answered | null, say: (body: Body) => string = () => '200'): string | null {
  if (answered === null) return null;
  const { status, body } = answered;
  if (status === 200) return say(asBody<Body>(body));
  const { code }: { code?: string } = Object(body);
  return code === undefined ? String(status) : `${status} ${code}`;
}

const asBody = <Body>(body: unknown): Body => body as Body;

// The number that stands for an id; -1 for one that nobody here has.
export const toSlot = (ids: readonly string[], id: string): number => ids.indexOf(id);
