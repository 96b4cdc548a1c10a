import { baguettes, croissant, loaf, pretzel, sandwich } from './breads.js';
import { bicycle, boat, leaves, lighthouse, snow, sun, wheat } from './outdoors.js';
import { books, lamp, openBook, shopFront } from './shop.js';
import { cupcake, donut, iceCream, macarons, tart } from './sweets.js';
import { clock, cup, gift, heart, teapot } from './table.js';

const breads = { baguettes, croissant, loaf, pretzel, sandwich };
const sweets = { cupcake, donut, iceCream, macarons, tart };
const table = { clock, cup, gift, heart, teapot };
const outdoors = { bicycle, boat, leaves, lighthouse, snow, sun, wheat };
const shop = { books, lamp, openBook, shopFront };

export const MOTIFS = { ...breads, ...sweets, ...table, ...outdoors, ...shop };

export type MotifName = keyof typeof MOTIFS;
