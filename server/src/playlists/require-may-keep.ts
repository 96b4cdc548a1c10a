import type { CampaignRef } from '@vitrine/contract/console/campaign-ref';
import { ApiError } from '../errors.js';

// A playlist is kept to the one campaign that uses it. With none it would be in no list and in no campaign: lost.
export function requireMayKeep(usedIn: readonly CampaignRef[]): void {
  if (usedIn.length === 1) return;
  if (usedIn.length === 0) {
    throw new ApiError(
      'unprocessable',
      'shared: No campaign uses it. Choose it in a campaign first; then it can be kept to that campaign.',
      'invalid',
    );
  }
  const names = usedIn.map(({ name }) => `«${name}»`).join(', ');
  throw new ApiError('conflict', `Several campaigns use it: ${names}. It stays shared.`, 'in_use');
}
