import type { PageEntry } from '../catalogue.js';

export const BAKERY_PAGES: readonly PageEntry[] = [
  {
    name: "Today's menu board",
    about: 'Comes from the till, refreshes every minute.',
    tags: ['Counter'],
    url: 'https://menu.example.com/corner-bakery/today',
    thumbnail: true,
  },
  {
    name: 'Allergens, full table',
    about: 'Must stay reachable at the counter.',
    tags: ['Counter', 'Bread'],
    url: 'https://menu.example.com/corner-bakery/allergens',
    thumbnail: true,
  },
  {
    name: 'Weather on the square',
    about: null,
    tags: ['Window'],
    url: 'https://weather.example.com/embed?place=place-du-marche',
    thumbnail: true,
  },
  {
    name: 'Bus departures',
    about: 'Lines 4 and 12, next ten minutes.',
    tags: ['Window'],
    url: 'https://departures.example.com/stops/market-square',
    thumbnail: false,
  },
  {
    name: 'Birthday cakes to order, form',
    about: 'Shown on the tablet by the cakes.',
    tags: ['Sweet', 'Events'],
    url: 'https://orders.example.com/corner-bakery/cakes',
    thumbnail: true,
  },
  {
    name: 'What guests say',
    about: 'Review wall.',
    tags: [],
    url: 'https://reviews.example.com/wall/corner-bakery',
    thumbnail: false,
  },
];
