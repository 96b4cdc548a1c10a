// Reads what the first bytes of a picture say, apart from the code that wrote them.
export function imageSize(bytes: Buffer): { mimeType: string; width: number; height: number } {
  if (bytes.toString('latin1', 1, 4) === 'PNG' && bytes.toString('latin1', 12, 16) === 'IHDR')
    return { mimeType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(bytes.length - 2) !== 0xffd9)
    throw new Error('no picture');
  let at = 2;
  while (bytes.readUInt16BE(at) !== 0xffc0) at += 2 + bytes.readUInt16BE(at + 2);
  return { mimeType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
}
