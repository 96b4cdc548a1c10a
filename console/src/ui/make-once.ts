import { ConflictError, VitrineError } from '@vitrine/client';
import { newId } from './new-id.js';

// The ids of what was asked for and not answered, by what it was.
const unanswered = new Map<string, string>();

// What is made by one press of a button: pressed again because the answer was lost, it goes out under the id that it had, and
// the service, which may have made it, makes no second one.
export async function makeOnce<Made>(what: string, make: (id: string) => Promise<Made>): Promise<Made> {
  const known = unanswered.get(what);
  const id = known ?? newId();
  unanswered.delete(what);
  try {
    return await make(id);
  } catch (thrown) {
    // It was made, and changed since: this is another one.
    if (known !== undefined && thrown instanceof ConflictError && thrown.code === 'id_conflict') return make(newId());
    if (isUnanswered(thrown)) unanswered.set(what, id);
    throw thrown;
  }
}

// Whether it may have been done all the same.
export const isUnanswered = (thrown: unknown): boolean =>
  thrown instanceof VitrineError && (thrown.status ?? 500) >= 500;
