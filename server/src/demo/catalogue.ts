import type { LayoutName } from './layouts.js';
import type { MotifName } from './motifs/motifs.js';
import type { PaletteName } from './palettes.js';

// What a demo merchant owns, as plain data: names stand for ids, days are counted from today.
export type Look = readonly [motif: MotifName, palette: PaletteName, layout: LayoutName];

type Entry = { readonly name: string; readonly about: string | null; readonly tags: readonly string[] };

export type Slide = {
  readonly says: readonly string[];
  readonly line: string;
  readonly price?: string;
  readonly look: Look;
};

export type ImageEntry = Entry & Slide & { readonly tall?: true; readonly format?: 'jpeg' };
export type ClipEntry = Entry & {
  readonly tall?: true;
  readonly secondsPerSlide: number;
  readonly slides: readonly Slide[];
};
export type PageEntry = Entry & { readonly url: string; readonly thumbnail: boolean };

// An item is a media name, alone or with seconds of its own.
export type PlaylistItem = string | readonly [name: string, seconds: number];
export type PlaylistEntry = {
  readonly name: string;
  readonly shared: boolean;
  readonly createdDaysAgo: number;
  readonly updatedDaysAgo: number;
  readonly items: readonly PlaylistItem[];
};

// Days from today with an optional time: [3] is a day, [3, '18:00'] a minute of it; null is open.
export type Moment = readonly [days: number, time?: string] | null;

export type VersionEntry = {
  readonly start: Moment;
  readonly end: Moment;
  readonly landscape: string;
  readonly portrait?: string;
  readonly publishedDaysAgo: number | null;
};

export type CampaignEntry = {
  readonly name: string;
  readonly tags: readonly string[];
  readonly changedDaysAgo: number;
  readonly archived?: true;
  readonly withdrawnDaysAgo?: number;
  /** The number of the live version, counted from 1. */
  readonly live: number | null;
  readonly versions: readonly VersionEntry[];
};

export type PersonEntry = { readonly email: string; readonly name: string; readonly role: 'owner' | 'admin' | 'staff' };

export type Shop = {
  readonly name: string;
  readonly people: readonly PersonEntry[];
  readonly tags: readonly string[];
  readonly images: readonly ImageEntry[];
  readonly clips: readonly ClipEntry[];
  readonly pages: readonly PageEntry[];
  readonly playlists: readonly PlaylistEntry[];
  /** Playlists that campaigns were published from and that are gone since. */
  readonly deletedPlaylists: readonly PlaylistEntry[];
  readonly campaigns: readonly CampaignEntry[];
};
