import type { Shop } from '../catalogue.js';
import { BREAD_POSTERS } from './bread-posters.js';
import { BAKERY_CAMPAIGNS } from './campaigns.js';
import { BAKERY_CLIPS } from './clips.js';
import { BAKERY_PAGES } from './pages.js';
import { BAKERY_DELETED_PLAYLISTS, BAKERY_PLAYLISTS } from './playlists.js';
import { SEASON_POSTERS } from './season-posters.js';
import { SWEET_POSTERS } from './sweet-posters.js';

export const BAKERY: Shop = {
  name: 'Corner Bakery',
  people: [
    { email: 'owner@corner-bakery.example', name: 'Camille Laurent', role: 'owner' },
    { email: 'admin@corner-bakery.example', name: 'Noé Marchand', role: 'admin' },
    { email: 'staff@corner-bakery.example', name: 'Inès Roux', role: 'staff' },
  ],
  tags: [
    'Bread',
    'Breakfast',
    'Coffee',
    'Counter',
    'Events',
    'New',
    'Offers',
    'Opening hours',
    'Portrait',
    'Spring',
    'Summer',
    'Sweet',
    'Window',
    'Winter',
  ],
  images: [...BREAD_POSTERS, ...SWEET_POSTERS, ...SEASON_POSTERS],
  clips: BAKERY_CLIPS,
  pages: BAKERY_PAGES,
  playlists: BAKERY_PLAYLISTS,
  deletedPlaylists: BAKERY_DELETED_PLAYLISTS,
  campaigns: BAKERY_CAMPAIGNS,
};
