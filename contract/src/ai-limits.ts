// Every number of what assistants reach.
export const AI_KEYS_PER_PERSON_MAX = 5;
export const AI_KEY_DAYS_OFFERED = [7, 30, 90] as const;
export const AI_KEY_NAME_CHARACTERS_MAX = 100;
// How long a key that works no more is still listed.
export const AI_KEY_DAYS_LISTED = 30;
// What a program calls itself, cut.
export const AI_CLIENT_CHARACTERS_MAX = 100;

// Of a connection by one click: how many a person has at a merchant; how long its value, how long it itself lasts, and how long
// without being used.
export const CONNECTIONS_PER_PERSON_MAX = 10;
export const CONNECTION_VALUE_MINUTES = 60;
export const CONNECTION_DAYS = 90;
export const CONNECTION_UNUSED_DAYS = 30;
// Requests that a program sends at the same time all bring the same refresh token: within this time each gets the same answer.
export const CONNECTION_TOGETHER_SECONDS = 2;
// How long after that the previous refresh token may be used once more, for the same answer.
export const CONNECTION_GRACE_SECONDS = 30;
// Between the person's yes and the program that comes for it.
export const CONNECTION_CODE_SECONDS = 60;
// What a program says of itself: in its own document, or when it registers.
export const CLIENT_NAME_CHARACTERS_MAX = 60;
export const CLIENT_ID_CHARACTERS_MAX = 2000;
export const REDIRECT_URIS_MAX = 10;
export const REDIRECT_URI_CHARACTERS_MAX = 400;
export const CLIENT_DOCUMENT_BYTES_MAX = 5 * 1024;
export const CLIENT_DOCUMENT_SECONDS_MAX = 5;
// What a program asks a person for, as the address of the page has it.
export const CONNECTION_REQUEST_CHARACTERS_MAX = 8000;
// Of one address, in SIGN_IN_WINDOW_MINUTES: to come with what does not open.
export const TOKEN_FAILURES_PER_ADDRESS_MAX = 200;
// Documents that are read for one person, in SIGN_IN_WINDOW_MINUTES.
export const CLIENT_DOCUMENTS_PER_PERSON_MAX = 30;

// Of a key, in a clock minute. Up to twice as many are answered in words; what comes beyond that is refused.
export const AI_READS_PER_MINUTE_MAX = 120;
export const AI_WRITES_PER_MINUTE_MAX = 30;

export const MCP_BODY_BYTES_MAX = 64 * 1024;
// Of a file that comes within a call: so many bytes once decoded, and the call around it.
export const INLINE_BYTES_MAX = 2 * 1024 * 1024;
export const INLINE_BODY_BYTES_MAX = 3 * 1024 * 1024;
// Of a file that is fetched from an address: it lies on an instance's disk until it is stored. What a deployment gives an
// instance to write on must hold as many as are fetched at once.
export const FETCHED_BYTES_MAX = 100 * 1024 * 1024;
export const FETCHES_AT_ONCE_MAX = 2;

export const TOOL_PAGE_ITEMS_MAX = 50;
export const TOOL_PAGE_ITEMS_DEFAULT = 20;
export const TOOL_THUMBNAILS_MAX = 6;
// Of playlists and campaigns that use an item of a list; show_media names all.
export const TOOL_USES_NAMED_MAX = 10;
export const TOOL_TAGGED_ITEMS_MAX = 50;
// What is told ahead of what plays now.
export const TOOL_DAYS_AHEAD = 14;
// Groups of screens that play the same, and names of screens in each.
export const TOOL_SCREEN_GROUPS_MAX = 20;
export const TOOL_SCREENS_NAMED_MAX = 10;
// How long a preview counts as seen.
export const PREVIEW_MINUTES = 10;
