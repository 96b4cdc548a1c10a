// What a password must be, wherever one is set.
import { PASSWORD_CHARACTERS_MIN } from '@vitrine/contract/console-limits';
import { ApiError } from '../errors.js';

type Whose = { readonly email: string; readonly name: string };

// What is wrong with it, as a sentence for its person; undefined when it will do.
export function findWeakness(password: string, _whose: Whose): string | undefined {
  if (Array.from(password).length < PASSWORD_CHARACTERS_MIN) {
    return `A password needs at least ${PASSWORD_CHARACTERS_MIN} characters.`;
  }
  return undefined;
}

export function requireGoodPassword(password: string, whose: Whose): void {
  const weakness = findWeakness(password, whose);
  if (weakness !== undefined) throw new ApiError('invalid_request', weakness, 'weak_password');
}
