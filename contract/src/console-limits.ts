// Every number of the console's own API, once. What it shares with version 1 is in limits.ts, and in the guides.
// After its last use, and after the sign-in.
export const SESSION_DAYS = 30;
export const SESSION_DAYS_MAX = 90;
// Sessions that one person can have. One more sign-in ends the session that was unused for longest.
export const SESSIONS_MAX = 50;
// For so long after the last proof of who somebody is, what is dangerous asks for no other one.
export const PROOF_MINUTES = 10;
export const USER_AGENT_CHARACTERS_MAX = 300;
export const DATE_LANGUAGE_CHARACTERS_MAX = 35;
export const KNOWN_BROWSER_DAYS = 365;
export const INVITATION_DAYS = 7;
// Where invitations go by mail: what one person sends in an hour, and what one email gets of a merchant and a merchant sends
// in a day.
export const INVITATIONS_PER_PERSON_HOUR_MAX = 30;
export const INVITATIONS_PER_EMAIL_DAY_MAX = 5;
export const INVITATIONS_PER_MERCHANT_DAY_MAX = 100;
// How long the address works that a start without any merchant prints.
export const FIRST_RUN_HOURS = 24;
// How long a link to choose a new password or to prove a new email works.
export const LINK_MINUTES = 30;
// What one email is sent, and what one address asks for, in SIGN_IN_WINDOW_MINUTES.
export const MAILS_PER_EMAIL_MAX = 3;
export const MAILS_PER_ADDRESS_MAX = 20;

// How long somebody may be on the way to the company's sign-in page and back.
export const COMPANY_FLOW_MINUTES = 10;
// How long somebody is in by the company's account: whom the company has ended is out after that.
export const COMPANY_SESSION_HOURS = 12;
// The page that follows a sign-in.
export const RETURN_PATH_CHARACTERS_MAX = 2000;

export const EMAIL_CHARACTERS_MAX = 254;
export const PERSON_NAME_CHARACTERS_MAX = 200;
export const MERCHANT_NAME_CHARACTERS_MAX = 200;
export const TOKEN_NAME_CHARACTERS_MAX = 100;
export const PASSWORD_CHARACTERS_MIN = 10;
export const PASSWORD_CHARACTERS_MAX = 1000;

export const SIGN_IN_WINDOW_MINUTES = 15;
export const SIGN_IN_FAILURES_PER_EMAIL_MAX = 10;
// An office or a school is one address with many people.
export const SIGN_IN_FAILURES_PER_ADDRESS_MAX = 50;
// Once strangers have failed so often for one email, they may try it once in so long, all of them together.
export const SIGN_IN_TURN_SECONDS = 30;

export const ROTATION_OVERLAP_HOURS_OFFERED = [0, 1, 24, 168] as const;
export const USAGE_DAYS_DEFAULT = 30;
export const USAGE_DAYS_MAX = 366;

export const DEFAULT_ITEM_SECONDS_MAX = 86_400;
export const SCREEN_CODECS_MAX = 20;

// Of one person at one merchant: to start an upload, to finalize it and to add a web page are one each, so that some three
// hundred files a minute go in. The console waits by itself when it has used them up.
export const UPLOAD_CALLS_PER_MINUTE_MAX = 600;
// One person's other console writes at one merchant, and the playlist items in these writes.
export const CONSOLE_WRITES_PER_MINUTE_MAX = 600;
export const PLAYLIST_ITEMS_PER_MINUTE_MAX = 20_000;
// Limits per merchant unless a setting changes them. Items in the trash count.
export const PLAYLISTS_PER_MERCHANT_MAX = 2_000;
export const PLAYLIST_ITEMS_PER_MERCHANT_MAX = 200_000;
export const CAMPAIGNS_PER_MERCHANT_MAX = 5_000;
export const TAGS_PER_MERCHANT_MAX = 10_000;

export const DESCRIPTION_CHARACTERS_MAX = 5000;
export const PAGE_URL_CHARACTERS_MAX = 2000;
// Looks at pages in SIGN_IN_WINDOW_MINUTES: enough for whoever adds some, too few for whoever looks around by them.
export const PAGE_CHECKS_PER_PERSON_MAX = 40;
// Addresses of webhooks that one person has looked at in SIGN_IN_WINDOW_MINUTES.
export const WEBHOOK_ADDRESSES_PER_PERSON_MAX = 40;
export const PLAYLIST_NAME_CHARACTERS_MAX = 200;
export const PLAYLIST_ITEMS_MAX = 1000;
// A playlist of a thousand items in full.
export const PLAYLIST_BODY_BYTES_MAX = 128 * 1024;
export const CAMPAIGN_NAME_CHARACTERS_MAX = 200;
export const TAGS_PER_CAMPAIGN_MAX = 50;
// The newest published versions of a campaign that keep their content.
export const VERSIONS_WITH_CONTENT_MAX = 200;
// How long what was deleted can be brought back.
export const TRASH_DAYS = 30;
// Brought back at once, and a request of so many ids.
export const RESTORED_MAX = 5000;
export const RESTORE_BODY_BYTES_MAX = 256 * 1024;
// How many pictures of its first items a playlist shows in a list.
export const PLAYLIST_COVERS_MAX = 4;
// The same of a campaign, and how many of its items are looked through for them.
export const CAMPAIGN_COVERS_MAX = 4;
export const COVERED_ITEMS_MAX = 20;
// How many campaigns a calendar shows, and how many a moment or the first page shows of each kind.
export const CALENDAR_CAMPAIGNS_MAX = 500;
export const PLAYING_SHOWN_MAX = 24;
// What the first page looks ahead, and from when on it tells of tokens and storage.
export const NEXT_DAYS = 7;
export const NEXT_SHOWN_MAX = 20;
export const TOKEN_NOTICE_DAYS = 14;
export const STORAGE_NOTICE_SHARE = 0.8;
// How many live campaigns are compared with their playlists for the first page, the last changed first.
export const COMPARED_CAMPAIGNS_MAX = 200;

// Of the media library. What one request changes at most, and its body, which names them with fifty tags.
export const MANY_ITEMS_MAX = 500;
export const MANY_BODY_BYTES_MAX = 64 * 1024;
// Up to here what a filter finds is counted and named; a larger number is told as «so many and more».
export const FOUND_MAX = 100_000;

// Of the second factor. A sign-in waits so long for it, and so many wrong codes end it.
export const RECOVERY_CODES = 10;
export const SECOND_STEP_MINUTES = 10;
export const SECOND_STEP_TRIES = 5;
// After so many wrong codes of an app in a row the next one waits, twice as long each time and at last a day.
export const WRONG_CODES_FREE = 5;
export const WRONG_CODE_WAIT_MINUTES_MIN = 1;
export const WRONG_CODE_WAIT_MINUTES_MAX = 24 * 60;
export const SECOND_FACTOR_CODE_CHARACTERS_MAX = 50;
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_CHARACTERS_MAX = 100;
export const PASSKEY_CHALLENGE_MINUTES = 5;

export const WEBHOOKS_MAX = 10;
// Limit per merchant, over all its webhooks.
export const WEBHOOK_TESTS_PER_MINUTE_MAX = 10;
export const WEBHOOK_NAME_CHARACTERS_MAX = 100;
export const WEBHOOK_URL_CHARACTERS_MAX = 2000;
// For so long after a rotation messages carry the old secret's signature too.
export const WEBHOOK_ROTATION_HOURS = 24;
export const WEBHOOK_DELIVERY_DAYS_KEPT = 30;
// How long a receiver may take to answer, how often a message is sent, and after how long of nothing but failure no more.
export const WEBHOOK_ANSWER_SECONDS_MAX = 15;
export const WEBHOOK_ATTEMPTS_MAX = 10;
export const WEBHOOK_FAILING_DAYS_MAX = 5;
export const WEBHOOK_ANSWER_CHARACTERS_KEPT = 1000;
// From this share of the plan's room on, the storage is told as nearly full; again only after it was below the second.
export const STORAGE_NEARLY_FULL_PERCENT = 90;
export const STORAGE_ROOM_AGAIN_PERCENT = 80;
