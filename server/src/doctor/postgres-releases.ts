// The newest minor release of each major version, as known on one day. Update it with each quarterly PostgreSQL release.
const AS_OF = '2026-11-19';
const NEWEST_MINOR: ReadonlyMap<number, number> = new Map([
  [15, 20],
  [16, 16],
  [17, 12],
  [18, 6],
]);

/** Says how far a `server_version` is behind. Undefined when it is up to date or its major version is unknown. */
export function findReleasesBehind(serverVersion: string): string | undefined {
  const [, major = 0, minor = 0] = /^(\d+)\.(\d+)/.exec(serverVersion)?.map(Number) ?? [];
  const behind = (NEWEST_MINOR.get(major) ?? 0) - minor;
  if (behind <= 0) return undefined;
  const releases = behind === 1 ? '1 minor release' : `${behind} minor releases`;
  return `PostgreSQL ${major}.${minor}, ${releases} behind ${major}.${minor + behind} (as of ${AS_OF}).`;
}
