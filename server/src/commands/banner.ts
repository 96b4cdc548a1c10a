import { FIRST_RUN_HOURS } from '@vitrine/contract/console-limits';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { Config } from '../config.js';
import type { DemoAccess } from '../demo/seed-demo.js';

// `firstRun` is an address, given as long as there is no merchant.
type Shown = {
  readonly demo: DemoAccess | undefined;
  readonly firstRun: string | undefined;
  // How an operator runs this program on the same database.
  readonly ownCommand: string | undefined;
};

// What a person at the terminal needs next: where everything is, and one line that works when pasted.
export function banner(config: Config, { demo, firstRun, ownCommand }: Shown): string {
  const api = config.baseUrl + API_PATH;
  const lines = [
    '',
    'Vitrine is up.',
    '',
    `  Console   ${config.baseUrl}`,
    `  API       ${api}`,
    `  Docs      ${config.baseUrl}/docs`,
  ];
  if (firstRun !== undefined)
    lines.push(...(config.company?.isOnly === true ? COMPANY_ONLY : firstMerchant(firstRun, ownCommand)));
  else if (demo !== undefined) {
    lines.push(
      '',
      '  Demo',
      `    sign-in      ${demo.email}  ${demo.password}`,
      `    read token   ${demo.readToken}`,
      `    write token  ${demo.writeToken}`,
      // Apart behind the question mark: one browser can be both.
      ...demo.screenKeys.map((key, at) => `    screen ${at + 1}     ${config.baseUrl}/screen?${at + 1}#demo=${key}`),
      '',
      '  Try it',
      `    curl -H 'Authorization: Bearer ${demo.readToken}' '${api}/media?limit=2'`,
    );
  }
  return [...lines, '', '  Ctrl-C stops it.', '', ''].join('\n');
}

// Without a merchant nobody can sign in.
const firstMerchant = (address: string, ownCommand: string | undefined): string[] => [
  '',
  '  No merchants yet. Make the first one, and its owner, in a browser:',
  `    ${address}`,
  `  It works once, for ${FIRST_RUN_HOURS} hours; the next start prints another.`,
  ...(ownCommand === undefined ? [] : inTerminal(ownCommand)),
];

const inTerminal = (ownCommand: string): string[] => [
  '  Or in another terminal:',
  `    ${ownCommand} merchant create --name 'Corner Bakery' --time-zone Europe/Paris`,
  `    ${ownCommand} person create --merchant ID --email owner@example.com --name Owner --role owner`,
];

// The address would be refused: who makes the first merchant comes in by a password of their own.
const COMPANY_ONLY = [
  '',
  '  No merchants yet, and with OIDC_ONLY=on nobody can make the first one. Start once with OIDC_ONLY=off, make it in a',
  '  browser, connect its owner with the company under «My account», then switch OIDC_ONLY on again.',
];
