// A picture that no library has yet: 16 by 12 pixels of grey, and a comment inside the file with a word of its own.
import { createHash } from 'node:crypto';

const GREY = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////',
    '////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////',
    '////////////wAARCAAMABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAH/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA',
    'FAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAD/9k=',
  ].join(''),
  'base64',
);
const START_BYTES = 2; // FF D8; what follows are segments, of which a comment is one

export function newPicture(word) {
  const text = Buffer.from(`Blackbox check ${word}`);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
  const bytes = Buffer.concat([GREY.subarray(0, START_BYTES), comment, GREY.subarray(START_BYTES)]);
  return { bytes, width: 16, height: 12, checksum: createHash('sha256').update(bytes).digest('hex') };
}
