const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

// Binary, as the contract counts: 1 MB is 1,048,576 bytes.
export function formatBytes(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  const digits = power === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${UNITS[power] ?? 'bytes'}`;
}
