// The email that was typed in this tab, in memory alone: whoever starts again, or has forgotten the password, does not type
// it twice.
let typed = '';

export const keepTypedEmail = (email: string): void => void (typed = email);

export const typedEmail = (): string => typed;
