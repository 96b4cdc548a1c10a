import type { PlaylistEntry } from '../catalogue.js';

// Seven that everyone in the shop can use, then those that belong to a campaign alone.
export const BAKERY_PLAYLISTS: readonly PlaylistEntry[] = [
  {
    name: 'Front window',
    shared: true,
    createdDaysAgo: 190,
    updatedDaysAgo: 2,
    items: [
      'Steam over the first cup',
      'Fresh sourdough',
      ['Welcome to the corner', 15],
      'Good morning coffee',
      'Weather on the square',
    ],
  },
  {
    name: 'Door screen',
    shared: true,
    createdDaysAgo: 188,
    updatedDaysAgo: 6,
    items: ['Coffee steam, portrait', 'Croissant, portrait', 'Sourdough, portrait', ['Opening hours, portrait', 8]],
  },
  {
    name: 'Counter',
    shared: true,
    createdDaysAgo: 170,
    updatedDaysAgo: 1,
    items: [
      ["Today's menu board", 30],
      'Tart of the day',
      'Pretzel time',
      'Donuts go round',
      ['Allergens, full table', 20],
    ],
  },
  {
    name: 'Breakfast',
    shared: true,
    createdDaysAgo: 121,
    updatedDaysAgo: 17,
    items: ['Breakfast for two', 'Two for one croissants', 'Breakfast by bicycle', 'We bring breakfast'],
  },
  {
    name: 'Afternoon treats',
    shared: true,
    createdDaysAgo: 96,
    updatedDaysAgo: 12,
    items: ['Afternoon tea', 'Tea at three', 'Strawberry tart', 'Macaron Monday', 'Cupcakes for the party'],
  },
  {
    name: 'Offers',
    shared: true,
    createdDaysAgo: 80,
    updatedDaysAgo: 4,
    items: [
      ['Two for one croissants', 12],
      'Lunch from the oven',
      'Sandwich of the week',
      'Coffee card',
      ['Last loaves, half price', 6.5],
    ],
  },
  {
    name: 'After closing',
    shared: true,
    createdDaysAgo: 142,
    updatedDaysAgo: 33,
    items: [['Closing time', 60], 'Sunday opening', 'Next bake at ten'],
  },
  {
    name: 'Summer scoops, window',
    shared: false,
    createdDaysAgo: 24,
    updatedDaysAgo: 5,
    items: ['Ice cream is back', 'The sun comes round the corner', 'Summer on the terrace', 'Strawberry tart'],
  },
  {
    name: 'Summer scoops, door',
    shared: false,
    createdDaysAgo: 24,
    updatedDaysAgo: 8,
    items: [['Ice cream, portrait', 12], 'Delivery, portrait'],
  },
  {
    name: 'Harvest festival',
    shared: false,
    createdDaysAgo: 14,
    updatedDaysAgo: 3,
    items: ['Harvest loaf', 'Flour from the next village', 'Rye and seeds'],
  },
  {
    name: "Mother's Day",
    shared: false,
    createdDaysAgo: 75,
    updatedDaysAgo: 62,
    items: ['A heart for mothers', "Mother's Day hearts"],
  },
  {
    name: 'Winter',
    shared: false,
    createdDaysAgo: 160,
    updatedDaysAgo: 150,
    items: ['Snow outside, bread inside', 'Winter warmers', 'Gifts from the bakery', 'Rye and seeds'],
  },
  {
    name: 'Winter, door',
    shared: false,
    createdDaysAgo: 160,
    updatedDaysAgo: 151,
    items: ['Snowfall, portrait', 'Winter, portrait'],
  },
];

export const BAKERY_DELETED_PLAYLISTS: readonly PlaylistEntry[] = [
  {
    name: 'Less plastic week',
    shared: true,
    createdDaysAgo: 50,
    updatedDaysAgo: 40,
    items: ['Less plastic', 'Spring herbs', 'Flour from the next village'],
  },
];
