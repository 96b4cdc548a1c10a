import assert from 'node:assert/strict';
import { test } from 'vitest';
import { isOnMount } from './require-volume.js';

const MOUNTS = `22 1 0:20 / / rw - overlay overlay rw
23 22 0:21 / /proc rw - proc proc rw
24 22 8:1 /volumes/vitrine /data rw - ext4 /dev/sda1 rw
25 22 8:1 /volumes/other /a\\040folder rw - ext4 /dev/sda1 rw
`;

test('finds a volume at the folder, or above it other than the root', () => {
  for (const folder of ['/data', '/data/vitrine', '/a folder']) assert.equal(isOnMount(folder, MOUNTS), true, folder);
  for (const folder of ['/', '/database', '/srv/data', '/a']) assert.equal(isOnMount(folder, MOUNTS), false, folder);
});
