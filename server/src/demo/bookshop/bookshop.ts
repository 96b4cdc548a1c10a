import type { Shop } from '../catalogue.js';
import { BOOKSHOP_POSTERS } from './bookshop-posters.js';

// The neighbour: some tags have the bakery's names, and none of its things may ever show up there.
export const BOOKSHOP: Shop = {
  name: 'Harbour Books',
  people: [{ email: 'owner@harbour-books.example', name: 'Maren Holt', role: 'owner' }],
  tags: ['Events', 'New', 'Offers', 'Portrait', 'Summer', 'Window'],
  images: BOOKSHOP_POSTERS,
  clips: [
    {
      name: 'Light on the pier',
      about: 'Evening loop.',
      tags: ['Window'],
      secondsPerSlide: 4,
      slides: [{ says: ['Open', 'till nine'], line: 'Look for the light', look: ['lighthouse', 'night', 'circle'] }],
    },
  ],
  pages: [
    {
      name: 'Event calendar',
      about: null,
      tags: ['Events'],
      url: 'https://events.example.com/harbour-books',
      thumbnail: true,
    },
  ],
  playlists: [
    {
      name: 'Harbour window',
      shared: true,
      createdDaysAgo: 60,
      updatedDaysAgo: 9,
      items: ['Light on the pier', 'New arrivals', ['Summer reading', 15], 'The lighthouse shelf'],
    },
  ],
  deletedPlaylists: [],
  campaigns: [
    {
      name: 'Summer reading',
      tags: ['Summer'],
      changedDaysAgo: 8,
      live: 1,
      versions: [{ start: [-8], end: [40], landscape: 'Harbour window', publishedDaysAgo: 8 }],
    },
  ],
};
