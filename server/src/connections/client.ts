import { CLIENT_NAME_CHARACTERS_MAX, REDIRECT_URIS_MAX } from '@vitrine/contract/ai-limits';

// A program that asks to be connected.
export type Client = {
  readonly id: string;
  readonly name: string;
  // Whose it is, where its own document at that host says so.
  readonly host: string | null;
  readonly redirectUris: readonly string[];
};

// Control characters, and those that turn the direction of what stands around them.
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

// What a program calls itself, as it may stand on a page: in one line, cut.
export function toClientName(said: unknown, otherwise: string): string {
  const name = typeof said === 'string' ? said.replace(UNSHOWN, ' ').replace(/\s+/g, ' ').trim() : '';
  return Array.from(name === '' ? otherwise : name)
    .slice(0, CLIENT_NAME_CHARACTERS_MAX)
    .join('');
}

// Undefined where it is no list of a few texts.
export function findTexts(said: unknown): readonly string[] | undefined {
  if (!Array.isArray(said) || said.length === 0 || said.length > REDIRECT_URIS_MAX) return undefined;
  return said.every((one) => typeof one === 'string') ? said : undefined;
}
