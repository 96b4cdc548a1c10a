// The secret of a link that proves a new email, while its person signs in. For this tab alone, and taken once.
const KEY = 'vitrine.email-link';

export const keepEmailLink = (secret: string): void => sessionStorage.setItem(KEY, secret);

export function takeEmailLink(): string | undefined {
  const secret = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return secret ?? undefined;
}
