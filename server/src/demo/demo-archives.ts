import { randomUUID } from 'node:crypto';
import { SCOPES, WRITE_SCOPES } from '@vitrine/contract/scopes';
import { READ_TOKEN_DAYS_MAX, WRITE_TOKEN_DAYS_MAX } from '@vitrine/contract/limits';
import type { Archive, ArchiveToken } from '../archive/archive-schema.js';
import type { Clock } from '../clock.js';
import { BAKERY } from './bakery/bakery.js';
import { BOOKSHOP } from './bookshop/bookshop.js';
import type { Shop } from './catalogue.js';
import { type Days, newDays } from './days.js';
import { makeCampaigns } from './make-campaigns.js';
import { makeMedia } from './make-media.js';
import { makePlaylists } from './make-playlists.js';
import { type CanvasFor, newCanvases, slug } from './media-files.js';
import { type RandomBytes, readablePassword, systemRandom, tokenSecret } from './secrets.js';

export type Demo = {
  readonly archives: readonly [bakery: Archive, bookshop: Archive];
  readonly signIn: { readonly email: string; readonly password: string };
  readonly readToken: string;
  readonly writeToken: string;
  /** The neighbour's token: it must never see anything of the first merchant's. */
  readonly otherToken: string;
};

type Options = { readonly clock: Clock; readonly folder: string; readonly random?: RandomBytes };

const TIME_ZONE = 'Europe/Paris';
const DEFAULT_ITEM_SECONDS = 10;
const QUOTA_BYTES = 10 * 1024 ** 3;

// Two merchants for the first start: their pictures and videos are drawn into `folder`, and the archives name them by
// paths within it. Ids and secrets are random; all else follows from the clock.
export async function makeDemo({ clock, folder, random = systemRandom }: Options): Promise<Demo> {
  const days = newDays(clock.now(), TIME_ZONE);
  const [readToken, writeToken, otherToken] = [tokenSecret(random), tokenSecret(random), tokenSecret(random)];
  const password = readablePassword(random);
  const canvasFor = newCanvases();
  const bakery = await makeShop(BAKERY, {
    days,
    folder,
    canvasFor,
    password,
    tokens: [readingToken('Web shop', readToken, days), writingToken('Poster upload', writeToken, days)],
  });
  const bookshop = await makeShop(BOOKSHOP, {
    days,
    folder,
    canvasFor,
    tokens: [readingToken('Shelf signs', otherToken, days)],
  });
  const [owner] = BAKERY.people;
  return {
    archives: [bakery, bookshop],
    signIn: { email: owner?.email ?? '', password },
    readToken,
    writeToken,
    otherToken,
  };
}

function readingToken(name: string, secret: string, days: Days): ArchiveToken {
  const scopes = SCOPES.filter((scope) => !WRITE_SCOPES.includes(scope));
  return { ...newToken(name, secret, days), scopes, expiresAt: days.ahead(READ_TOKEN_DAYS_MAX) };
}

function writingToken(name: string, secret: string, days: Days): ArchiveToken {
  return { ...newToken(name, secret, days), scopes: [...SCOPES], expiresAt: days.ahead(WRITE_TOKEN_DAYS_MAX) };
}

const newToken = (name: string, secret: string, days: Days) => ({
  id: randomUUID(),
  name,
  createdAt: days.ahead(0),
  revokedAt: null,
  secret,
});

type ShopOptions = {
  readonly days: Days;
  readonly folder: string;
  readonly canvasFor: CanvasFor;
  readonly tokens: ArchiveToken[];
  /** The owner's. Without one nobody can sign in. */
  readonly password?: string;
};

async function makeShop(shop: Shop, { days, folder, canvasFor, tokens, password }: ShopOptions): Promise<Archive> {
  const tags = shop.tags.map((name) => ({ id: randomUUID(), name }));
  const tagIds = new Map(tags.map(({ name, id }) => [name, id]));
  const shelf = { folder, under: slug(shop.name), brand: shop.name, canvasFor };
  const media = await makeMedia(shop, { shelf, days, tagIds });
  const playlists = makePlaylists(shop.playlists, media, days);
  const deletedPlaylists = makePlaylists(shop.deletedPlaylists, media, days);
  const stock = { days, tagIds, media, playlists, deletedPlaylists, defaultItemSeconds: DEFAULT_ITEM_SECONDS };
  return {
    format: 'vitrine-merchant/1',
    merchant: newMerchant(shop.name),
    people: shop.people.map((person) => ({
      ...person,
      ...(password !== undefined && person.role === 'owner' ? { password } : {}),
    })),
    tokens,
    tags,
    media,
    playlists,
    campaigns: makeCampaigns(shop.campaigns, stock),
  };
}

const newMerchant = (name: string): Archive['merchant'] => ({
  id: randomUUID(),
  name,
  timeZone: TIME_ZONE,
  suspended: false,
  defaultItemSeconds: DEFAULT_ITEM_SECONDS,
  plan: { name: 'pro', endsAt: null, allowsWrites: true, storageQuotaBytes: QUOTA_BYTES },
  screens: { codecs: ['h264', 'vp9'], maxWidth: 3840, maxHeight: 2160 },
});
