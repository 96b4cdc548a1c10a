import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { CLIENT_ID_CHARACTERS_MAX } from '@vitrine/contract/ai-limits';
import type { RegisterClientRequest, RegisteredClient } from '@vitrine/contract/oauth';
import type { Deps } from '../db/db.js';
import { OAuthError } from '../errors.js';
import type { OAuthPrincipal } from '../principal.js';
import { findTexts, toClientName, type Client } from './client.js';
import { isRedirectUri } from './redirect-uri.js';

export type RegistrationDeps = Deps & { readonly clientKey: KeyObject };

// Anybody may register, so nothing of it is kept: the id is what the program said of itself, sealed (RFC 7591, A.5.2). Whoever
// registers a million times has filled nothing but their own hands, and none is counted: one address may be that of a host with
// the assistants of many.
export async function registerClient(
  deps: Pick<RegistrationDeps, 'clientKey' | 'clock'>,
  _: OAuthPrincipal,
  { body }: { readonly body: RegisterClientRequest },
): Promise<RegisteredClient> {
  const redirectUris = requireRedirectUris(body.redirect_uris);
  requireKnown(body);
  const name = toClientName(body.client_name, 'A program');
  const id = sealClient(deps.clientKey, name, redirectUris);
  if (id.length > CLIENT_ID_CHARACTERS_MAX)
    throw new OAuthError('invalid_redirect_uri', 'The redirect URIs are too long together.');
  return {
    client_id: id,
    client_id_issued_at: Math.floor(deps.clock.now() / 1000),
    client_name: name,
    redirect_uris: [...redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

function requireRedirectUris(said: unknown): readonly string[] {
  const uris = findTexts(said);
  if (uris?.every(isRedirectUri) === true) return uris;
  throw new OAuthError(
    'invalid_redirect_uri',
    'redirect_uris must be one to ten addresses: https, http on a loopback address, or a scheme of the program itself.',
  );
}

// How it authenticates is not asked: the answer says that it does not (RFC 7591, 3.2.1).
function requireKnown({ grant_types: grants, response_types: types }: RegisterClientRequest): void {
  const offers = (said: unknown, wanted: string): boolean =>
    said === undefined || (findTexts(said)?.includes(wanted) ?? false);
  if (offers(grants, 'authorization_code') && offers(types, 'code')) return;
  throw new OAuthError(
    'invalid_client_metadata',
    'Only grant_types authorization_code with response_types code is known.',
  );
}

const PREFIX = 'vitrine_client_';
const SEAL_BYTES = 16;

function sealClient(key: KeyObject, name: string, redirectUris: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify([name, ...redirectUris]));
  return PREFIX + Buffer.concat([seal(key, payload), payload]).toString('base64url');
}

const seal = (key: KeyObject, payload: Buffer): Buffer =>
  createHmac('sha256', key).update(payload).digest().subarray(0, SEAL_BYTES);

// Undefined for an id that was not made here.
export function openClient(key: KeyObject, id: string): Client | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  const bytes = Buffer.from(id.slice(PREFIX.length), 'base64url');
  const payload = bytes.subarray(SEAL_BYTES);
  const isOurs = bytes.length > SEAL_BYTES && timingSafeEqual(bytes.subarray(0, SEAL_BYTES), seal(key, payload));
  // Base64 has several ways to write the same bytes; one of them is the id.
  if (!isOurs || PREFIX + bytes.toString('base64url') !== id) return undefined;
  const [name = '', ...redirectUris] = asSealed(payload);
  return { id, name, host: null, redirectUris };
}

const asSealed = (payload: Buffer): string[] => JSON.parse(payload.toString()) as string[];
