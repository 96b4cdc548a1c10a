import type { Pool } from 'pg';

export const MERCHANT: string;
export const RARE_WORD: string;
export const RARE_MEDIA: number;

export type Fill = {
  readonly merchantId?: string;
  readonly media: number;
  readonly tags?: number;
  readonly vocabulary?: 'shop' | 'museum';
};

// The tags, most drawn first, and pairs worth asking for.
export type Filled = {
  readonly tagIds: string[];
  readonly common: string[];
  readonly rare: string[];
  readonly neverTogether: string[];
};

export function fillMerchant(pool: Pool, fill: Fill): Promise<Filled>;
export function fillMerchants(pool: Pool, fills: readonly Fill[]): Promise<Filled[]>;
