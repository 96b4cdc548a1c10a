import { API_PATH } from '@vitrine/contract/endpoint';
import type { Scope } from '@vitrine/contract/scopes';
import type { NewToken } from '@vitrine/contract/tokens';
import type { ReactNode } from 'react';
import { Copyable } from '../ui/copyable.js';
import { ShownOnce } from '../ui/shown-once.js';

type Props = { readonly made: NewToken; readonly onClose: () => void };

export const NewTokenValue = ({ made: { value, token }, onClose }: Props): ReactNode => (
  <ShownOnce
    what="token"
    advice="Keep it in the other system or in a password manager. It is not stored here and cannot be shown again."
    loss="Without it you have to create or rotate one again."
    onClose={onClose}
  >
    {(onCopied) => (
      <>
        <Copyable label="Token" text={value} button="Copy token" onCopied={onCopied} />
        <Copyable
          label="Try it in a terminal"
          text={curlLine(value, token.scopes)}
          button="Copy line"
          onCopied={onCopied}
        />
      </>
    )}
  </ShownOnce>
);

const FIRST_READS: readonly (readonly [Scope, string])[] = [
  ['media:read', '/media'],
  ['campaigns:read', '/campaigns'],
  ['playlists:read', '/playlists'],
  ['tags:read', '/tags'],
];

// A list that this very token may read; every write brings its read, so there is always one.
function curlLine(value: string, scopes: readonly Scope[]): string {
  const path = FIRST_READS.find(([scope]) => scopes.includes(scope))?.[1] ?? '/token';
  const query = path === '/token' ? '' : '?limit=5';
  return `curl -H "Authorization: Bearer ${value}" "${window.location.origin}${API_PATH}${path}${query}"`;
}
