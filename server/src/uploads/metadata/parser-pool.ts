// Few parsers for many files: they are started when needed, used again, and let go when there is nothing to do.
import { createTurnstile } from '../../turnstile.js';
import type { Metadata } from './metadata.js';
import { Parser, ParserDiedError, type ParserSource } from './parser.js';

type ParserPool = { readonly parse: (source: ParserSource, signal: AbortSignal) => Promise<Metadata> };

export function createParserPool(limits: { readonly parsersMax: number; readonly waitingMax: number }): ParserPool {
  const idle: Parser[] = [];
  const inTurn = createTurnstile({
    runningMax: limits.parsersMax,
    waitingMax: limits.waitingMax,
    refuse: () => new Error('too many files are waiting'),
  });

  // One that was used before may die of the file that it read then; this file gets a new one.
  async function parseWith(used: Parser | undefined, source: ParserSource, signal: AbortSignal): Promise<Metadata> {
    const parser = used ?? new Parser();
    try {
      const claimed = await parser.parse(source, signal);
      idle.push(parser);
      return claimed;
    } catch (error) {
      if (used === undefined || !(error instanceof ParserDiedError)) throw error;
      return parseWith(undefined, source, signal);
    }
  }

  return { parse: (source, signal) => inTurn(() => parseWith(takeAlive(idle), source, signal), signal) };
}

// An idle parser may have ended by itself, or by another's hand.
function takeAlive(idle: Parser[]): Parser | undefined {
  const parser = idle.pop();
  return parser === undefined || parser.isAlive ? parser : takeAlive(idle);
}
