// A file of the contract as the client publishes it: whoever installs the client does not have the contract.
const HEADER = `// Copied from the contract by client/scripts/write-types.mjs: do not edit by hand.
// \`npm run types -w @vitrine/client\` copies it anew; a test fails when it is stale.
`;

export const toCopy = (text) => `${HEADER}\n${text}`;
