// What to-sha256.mjs takes.
export { sha256 } from '@noble/hashes/sha2.js';
