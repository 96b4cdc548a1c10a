import { ConflictError, VitrineError } from '@vitrine/client';
import { newId } from './new-id.js';
import { openUnanswered } from './unanswered.js';

// What is made by one press of a button: pressed again because the answer was lost, it goes out under the id that it had, and
// the service, which may have made it, makes no second one.
export async function makeOnce<Made>(what: string, make: (id: string) => Promise<Made>): Promise<Made> {
  const unanswered = openUnanswered();
  const known = unanswered.find(what)?.id;
  const id = known ?? newId();
  unanswered.drop(what);
  try {
    return await make(id);
  } catch (thrown) {
    // It was made, and changed since: this is another one.
    if (known !== undefined && thrown instanceof ConflictError && thrown.code === 'id_conflict')
      return makeOnce(what, make);
    if (isUnanswered(thrown) || (known !== undefined && !isRefused(thrown))) unanswered.keep(what, { id });
    throw thrown;
  }
}

// Whether it may have been done all the same.
export const isUnanswered = (thrown: unknown): boolean =>
  thrown instanceof VitrineError && (thrown.status ?? 500) >= 500;

// Whether what was asked for cannot be as it stands. Any other answer, as to who has to sign in or wait first, tells nothing of
// what an earlier one has made.
const isRefused = (thrown: unknown): boolean =>
  thrown instanceof VitrineError && [400, 404, 409, 413, 422].includes(thrown.status ?? 500);
