import type { ClipEntry } from '../catalogue.js';

export const BAKERY_CLIPS: readonly ClipEntry[] = [
  {
    name: 'Steam over the first cup',
    about: 'Loop for the window before nine.',
    tags: ['Coffee', 'Breakfast', 'Window'],
    secondsPerSlide: 3,
    slides: [
      { says: ['Good', 'morning'], line: 'The oven has been on since three', look: ['cup', 'espresso', 'circle'] },
      { says: ['Coffee', 'to go?'], line: 'Bring your own cup', price: '-20c', look: ['cup', 'terracotta', 'circle'] },
    ],
  },
  {
    name: 'Donuts go round',
    about: 'Made for Donut Friday.',
    tags: ['Sweet', 'Counter'],
    secondsPerSlide: 2,
    slides: [
      { says: ['It is', 'Friday'], line: 'You know what that means', look: ['donut', 'sea', 'circle'] },
      { says: ['Donut', 'day'], line: 'While they last', price: '€2.50', look: ['donut', 'rose', 'arch'] },
    ],
  },
  {
    name: 'Breakfast by bicycle',
    about: 'Delivery film, no sound.',
    tags: ['Breakfast', 'New'],
    secondsPerSlide: 3,
    slides: [
      { says: ['We are on', 'our way'], line: 'Order until eight, eat at eight', look: ['bicycle', 'mint', 'circle'] },
      { says: ['Still', 'warm'], line: 'Within three kilometres', price: '€5', look: ['bicycle', 'dawn', 'band'] },
    ],
  },
  {
    name: 'Snow outside, bread inside',
    about: null,
    tags: ['Winter', 'Window'],
    secondsPerSlide: 4,
    slides: [
      { says: ['Warm', 'inside'], line: 'Spiced bread from the first of December', look: ['snow', 'frost', 'arch'] },
    ],
  },
  {
    name: 'The sun comes round the corner',
    about: 'Terrace season opener.',
    tags: ['Summer', 'Window'],
    secondsPerSlide: 4,
    slides: [
      { says: ['Terrace', 'weather'], line: 'Thirty seats in the sun', look: ['sun', 'sea', 'waves'] },
      { says: ['Iced', 'coffee'], line: 'With a scoop of vanilla', price: '€4.20', look: ['sun', 'dawn', 'arch'] },
    ],
  },
  {
    name: 'Next bake at ten',
    about: 'The clock counts for real: one turn of the hand in five seconds.',
    tags: ['Bread', 'Opening hours'],
    secondsPerSlide: 5,
    slides: [{ says: ['Next bake', 'at ten'], line: 'Baguettes, rolls and rye', look: ['clock', 'wheat', 'arch'] }],
  },
  {
    name: 'A heart for mothers',
    about: "Mother's Day, plays with the poster.",
    tags: ['Spring', 'Events'],
    secondsPerSlide: 2,
    slides: [
      { says: ['With', 'love'], line: 'Heart brioche this weekend', look: ['heart', 'rose', 'circle'] },
      { says: ['Merci,', 'Maman'], line: 'Order at the counter', price: '€7', look: ['heart', 'dawn', 'rays'] },
    ],
  },
  {
    name: 'Tea at three',
    about: null,
    tags: ['Coffee', 'Winter'],
    secondsPerSlide: 4,
    slides: [
      { says: ['Tea', 'at three'], line: 'The pot is for two', price: '€8.50', look: ['teapot', 'sage', 'arch'] },
    ],
  },
  {
    name: 'Snowfall, portrait',
    about: 'For the tall screen by the door.',
    tags: ['Portrait', 'Winter'],
    tall: true,
    secondsPerSlide: 4,
    slides: [
      { says: ['Let it', 'snow'], line: 'Hot chocolate inside', price: '€3.90', look: ['snow', 'night', 'circle'] },
    ],
  },
  {
    name: 'Coffee steam, portrait',
    about: 'Tall morning loop.',
    tags: ['Portrait', 'Coffee', 'Breakfast'],
    tall: true,
    secondsPerSlide: 3,
    slides: [
      { says: ['Wake', 'up'], line: 'Doors open at half past six', look: ['cup', 'dawn', 'circle'] },
      { says: ['Slow', 'down'], line: 'A seat by the window', price: '€2.40', look: ['cup', 'espresso', 'arch'] },
    ],
  },
];
