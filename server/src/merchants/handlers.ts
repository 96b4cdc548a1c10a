import { getMerchant } from './get-merchant.js';
import { updateMerchant } from './update-merchant.js';

export const merchantHandlers = { getMerchant, updateMerchant };
