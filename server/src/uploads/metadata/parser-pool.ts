// Few parsers for many files: they are started when needed, used again, and let go when there is nothing to do.
import type { Metadata } from './metadata.js';
import { Parser, ParserDiedError, type ParserSource } from './parser.js';

export type ParserPool = { readonly parse: (source: ParserSource, signal: AbortSignal) => Promise<Metadata> };

export function createParserPool(limits: { readonly parsersMax: number; readonly waitingMax: number }): ParserPool {
  const idle: Parser[] = [];
  const waiting = new Set<() => void>();
  let running = 0;

  async function takeTurn(signal: AbortSignal): Promise<void> {
    if (running < limits.parsersMax) {
      running += 1;
      return;
    }
    if (waiting.size >= limits.waitingMax) throw new Error('too many files are waiting');
    await new Promise<void>((resolve, reject) => {
      waiting.add(resolve);
      signal.addEventListener('abort', () => {
        waiting.delete(resolve);
        reject(new Error('waited too long'));
      });
    });
  }

  function passTurn(): void {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  async function parse(source: ParserSource, signal: AbortSignal): Promise<Metadata> {
    await takeTurn(signal);
    try {
      return await parseWith(takeAlive(idle), source, signal);
    } finally {
      passTurn();
    }
  }

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

  return { parse };
}

// An idle parser may have ended by itself, or by another's hand.
function takeAlive(idle: Parser[]): Parser | undefined {
  const parser = idle.pop();
  return parser === undefined || parser.isAlive ? parser : takeAlive(idle);
}
