// The SECRET_KEY of every service and program that a test starts, unless the test gives another.
export const TEST_SECRET_KEY = 'a secret key that only tests have';
