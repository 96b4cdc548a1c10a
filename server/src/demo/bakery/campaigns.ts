import type { CampaignEntry } from '../catalogue.js';

// One of every status that a campaign can have, and the cases that a screen or a shop system meets sooner or later.
export const BAKERY_CAMPAIGNS: readonly CampaignEntry[] = [
  {
    name: 'Good morning, corner',
    tags: ['Breakfast', 'Window'],
    changedDaysAgo: 20,
    live: 1,
    versions: [{ start: [-20], end: null, landscape: 'Front window', portrait: 'Door screen', publishedDaysAgo: 20 }],
  },
  {
    name: 'Two for one Tuesdays',
    tags: ['Offers'],
    changedDaysAgo: 4,
    live: 1,
    versions: [{ start: [-3], end: [11, '18:00'], landscape: 'Offers', publishedDaysAgo: 4 }],
  },
  {
    name: 'At the counter',
    tags: ['Counter'],
    changedDaysAgo: 31,
    live: 2,
    versions: [
      { start: [-90], end: [-32], landscape: 'Afternoon treats', publishedDaysAgo: 91 },
      { start: null, end: null, landscape: 'Counter', publishedDaysAgo: 31 },
    ],
  },
  {
    name: 'Summer scoops',
    tags: ['Summer', 'Sweet'],
    changedDaysAgo: 5,
    live: 1,
    versions: [
      {
        start: [6],
        end: [48],
        landscape: 'Summer scoops, window',
        portrait: 'Summer scoops, door',
        publishedDaysAgo: 5,
      },
    ],
  },
  {
    name: 'Harvest festival',
    tags: ['Bread', 'Events'],
    changedDaysAgo: 3,
    live: 1,
    versions: [{ start: [20, '07:00'], end: [22, '19:30'], landscape: 'Harvest festival', publishedDaysAgo: 3 }],
  },
  {
    name: 'Croissant week',
    tags: ['Breakfast', 'Offers'],
    changedDaysAgo: 1,
    live: 1,
    // The second version is being edited; screens go on with the first until it is published.
    versions: [
      { start: [-2], end: [5], landscape: 'Breakfast', publishedDaysAgo: 3 },
      { start: [-2], end: [12], landscape: 'Breakfast', portrait: 'Door screen', publishedDaysAgo: null },
    ],
  },
  {
    name: 'Less plastic',
    tags: ['Events'],
    changedDaysAgo: 39,
    live: 1,
    versions: [{ start: [-39], end: [21], landscape: 'Less plastic week', publishedDaysAgo: 39 }],
  },
  {
    name: 'Coffee card',
    tags: ['Coffee', 'Offers'],
    changedDaysAgo: 2,
    live: null,
    versions: [{ start: [14], end: [75], landscape: 'Offers', publishedDaysAgo: null }],
  },
  {
    name: 'New door screen',
    tags: ['Portrait'],
    changedDaysAgo: 9,
    live: null,
    versions: [{ start: null, end: null, landscape: 'Front window', portrait: 'Door screen', publishedDaysAgo: null }],
  },
  {
    name: "Mother's Day",
    tags: ['Spring', 'Events'],
    changedDaysAgo: 62,
    live: 1,
    versions: [{ start: [-58], end: [-50, '13:00'], landscape: "Mother's Day", publishedDaysAgo: 62 }],
  },
  {
    name: 'Winter warmers',
    tags: ['Winter'],
    changedDaysAgo: 149,
    live: 1,
    versions: [{ start: [-148], end: [-80], landscape: 'Winter', portrait: 'Winter, door', publishedDaysAgo: 149 }],
  },
  {
    name: 'Terrace opening',
    tags: ['Summer', 'Window'],
    changedDaysAgo: 7,
    withdrawnDaysAgo: 7,
    live: null,
    versions: [{ start: [-12], end: [30], landscape: 'Summer scoops, window', publishedDaysAgo: 12 }],
  },
  {
    name: 'Quiet evenings',
    tags: ['Opening hours'],
    changedDaysAgo: 100,
    archived: true,
    live: 1,
    versions: [{ start: [-140], end: [-101], landscape: 'After closing', publishedDaysAgo: 141 }],
  },
];
