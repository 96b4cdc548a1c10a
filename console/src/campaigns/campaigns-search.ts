import { parseTextSearch, type TextSearch } from '../ui/text-search.js';

export type CampaignsSearch = TextSearch & { readonly archived?: true | undefined };

export function parseCampaignsSearch(search: Record<string, unknown>): CampaignsSearch {
  return { ...parseTextSearch(search), ...(search['archived'] === true && { archived: true }) };
}
