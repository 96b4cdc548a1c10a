// The first thing of every start, in a file that old versions of Node can still read; the command line has the same one.
export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Vitrine needs Node 20.19 or newer; this is ${version}. Install a newer one from https://nodejs.org.`);
  process.exit(1);
}
