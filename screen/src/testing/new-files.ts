import { openDevice, type Device } from '../device.js';
import { openFiles } from '../files.js';
import { aCache } from './a-cache.js';

// Without IndexedDB, as here, a device keeps things in memory.
export async function newFiles(over: Partial<Device> = {}) {
  const [device, cache] = [{ ...(await openDevice('test')), ...over }, aCache()];
  return { device, cache, files: await openFiles({ device, cache, address: 'http://screen.example/screen' }) };
}
