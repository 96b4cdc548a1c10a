// Every number of the screens' own API, once.
export const PAIRING_CODE_CHARACTERS = 6;
export const PAIRING_MINUTES = 10;
// A shop with many televisions is one address, and each of them asks anew every ten minutes.
export const PAIRINGS_PER_ADDRESS_MAX = 60;
export const PAIRINGS_MAX = 10_000;
// A device counts as polling its code for this long: after it got the code, and after each request for its state.
export const PAIRING_FIRST_POLL_SECONDS = 10;
export const PAIRING_POLL_SECONDS = 60;
// Wrong codes in SIGN_IN_WINDOW_MINUTES.
export const WRONG_PAIRING_CODES_PER_PERSON_MAX = 10;
export const WRONG_PAIRING_CODES_PER_MERCHANT_MAX = 30;

export const WAIT_SECONDS_MAX = 25;
// Of one process: each is a connection that is held.
export const WAITING_MAX = 20_000;
// Of those, browsers that nobody knows yet.
export const PAIRING_WAITS_MAX = 1_000;
// Of one screen at one process. It asks for its program twice a minute, sends a beat and a batch of plays.
export const SCREEN_REQUESTS_PER_MINUTE_MAX = 120;

export const SCREENS_MAX = 500;
export const SCREEN_NAME_CHARACTERS_MAX = 100;
export const TAGS_PER_SCREEN_MAX = 20;
// A beat comes every minute; who has missed two is off.
export const SCREEN_ON_SECONDS = 150;
export const FAULTS_MAX = 50;
export const PLAYER_VERSION_CHARACTERS_MAX = 100;

// What a program looks ahead, and how many campaigns it holds, the first by name.
export const PROGRAM_DAYS = 7;
export const PROGRAM_CAMPAIGNS_MAX = 200;

export const PLAYS_MAX = 300;
export const PLAYS_BODY_BYTES_MAX = 64 * 1024;
export const PLAYS_MONTHS = 13;
export const PLAYS_DAYS_DEFAULT = 30;
export const PLAYS_DAYS_MAX = 400;
