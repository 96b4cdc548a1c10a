// The merchant's own affairs in an archive: its settings and plan, its people and its tokens.
import { SCOPES } from '@vitrine/contract/scopes';
import { Type } from 'typebox';
import { ROLES } from '../identity/create-person.js';
import * as part from './schema-parts.js';

const Plan = part.closed(
  {
    name: part.name('the plan'),
    endsAt: part.timestampOrNull,
    allowsWrites: part.flag,
    storageQuotaBytes: part.byteCount,
  },
  'an object with the plan',
);

const Screens = part.closed(
  {
    codecs: Type.Optional(Type.Array(part.name('a codec'), { description: 'a list of codecs' })),
    maxWidth: part.pixels,
    maxHeight: part.pixels,
  },
  'an object with what the screens can play',
);

export const Merchant = part.closed(
  {
    id: part.id('the merchant'),
    name: part.name('the merchant'),
    timeZone: part.text('time-zone', 'an IANA time zone such as Europe/Paris'),
    suspended: part.flag,
    defaultItemSeconds: part.seconds,
    plan: Plan,
    screens: Screens,
  },
  'an object with the merchant',
);

export const Person = part.closed(
  {
    email: part.text('email', 'an email address'),
    name: part.name('the person'),
    role: part.oneOf(ROLES),
    password: Type.Optional(
      Type.String({ format: 'text', minLength: 1, writeOnly: true, description: 'a password, not empty' }),
    ),
    passwordHash: Type.Optional(part.secret('password-hash', 'an Argon2 hash as an export writes it ($argon2id$…)')),
  },
  'an object with a person',
);

export const Token = part.closed(
  {
    id: part.id('the token'),
    name: part.name('the token'),
    scopes: Type.Optional(Type.Array(part.oneOf(SCOPES), { description: 'a list of scopes' })),
    createdAt: part.timestamp,
    expiresAt: part.timestamp,
    revokedAt: part.timestampOrNull,
    secret: Type.Optional(part.secret('token-secret', '«vitrine_» and 43 base64url characters')),
    secretHash: Type.Optional(part.secret('sha256', "the secret's SHA-256 as 64 hex digits")),
    lastFour: Type.Optional(part.text('last-four', "the secret's last four characters")),
  },
  'an object with a token',
);
