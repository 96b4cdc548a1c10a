// The merchant that this tab works for. Every call names it, so that two tabs with two merchants cannot write into each
// other's; kept for the tab's life, so that a reload stays where it was.
const KEY = 'vitrine.merchant';

export const findChosenMerchant = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined;

export const chooseMerchant = (merchantId: string): void => sessionStorage.setItem(KEY, merchantId);

export const forgetMerchant = (): void => sessionStorage.removeItem(KEY);
