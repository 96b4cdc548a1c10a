// The rules for texts, in what every reader of the document understands: JavaScript with and without `u`, RE2 (so Go),
// Python. No look-ahead, no \p, no \u. Each decides by one character at a time, so that a text of any length and content
// takes one pass.

// Unicode's Cc, and nothing else: a line separator (U+2028) is a character like others.
const CONTROLS = '\\x00-\\x1f\\x7f-\\x9f';

// What no text of a database can hold.
export const NO_NUL = '^[^\\x00]*$';
export const NOT_BLANK = '^\\s*[^\\s\\x00][^\\x00]*$';
export const NO_CONTROLS = `^[^${CONTROLS}]*$`;
export const NOT_BLANK_NO_CONTROLS = `^[^\\S${CONTROLS}]*[^\\s${CONTROLS}][^${CONTROLS}]*$`;
export const EMAIL = `^\\s*[^\\s@${CONTROLS}]+@[^\\s@${CONTROLS}]+\\s*$`;
export const PAGE_ADDRESS = `^[hH][tT][tT][pP][sS]?://[^\\s${CONTROLS}]+$`;
export const WEB_ADDRESS = '^https?://\\S+$';
// Begins with one slash: what begins with two, or with one and a backslash, names another host to a browser.
export const OWN_PATH = `^/([^/\\\\${CONTROLS}][^\\\\${CONTROLS}]*)?$`;
export const BASE64URL = '^[A-Za-z0-9_-]*$';
export const PAIRING_CODE = '^[\\s-]*([A-Za-z0-9][\\s-]*){6}$';
export const SHA256_HEX = '^[0-9a-f]{64}$';
// What browsers know as a language: de, de-CH, zh-Hant-TW.
export const LANGUAGE_TAG = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$';
export const DAY = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
// `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, local time of each screen.
export const FLIGHT_MOMENT = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9])?$';
export const FLIGHT_MINUTE = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]$';
