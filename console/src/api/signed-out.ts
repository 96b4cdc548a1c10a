// Who is told when a call finds the session ended: the shell, which leads to the sign-in page.
let listener = (): void => {};

export const tellSignedOut = (): void => listener();

export const onSignedOut = (then: () => void): void => void (listener = then);
