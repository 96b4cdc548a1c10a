import type { Token } from '../token.js';
import type { Examples } from './example.js';

export const tokenExamples: Examples<Token> = {
  token: {
    summary: 'A token that reads and uploads media',
    value: {
      name: 'Web shop',
      lastFour: 'x7Qa',
      scopes: ['media:read', 'media:write'],
      createdAt: '2026-06-01T00:00:00.000Z',
      expiresAt: '2026-08-30T00:00:00.000Z',
      budgets: {
        read: { limit: 120, remaining: 117, resetSeconds: 24 },
        write: { limit: 30, remaining: 30, resetSeconds: 24 },
      },
    },
  },
};
