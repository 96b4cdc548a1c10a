import { API_PATH, pathOf, type Endpoint } from '@vitrine/contract/endpoint';
import { endpoints } from '@vitrine/contract/endpoints';
import { ApiError, invalidRequest } from '../errors.js';
import { toTarget } from './router.js';

/** What Node's parser reports when it rejects a request. */
export type ParserError = Error & {
  readonly code?: string;
  readonly reason?: string;
  readonly bytesParsed?: number;
  // The bytes that arrived last. The request line is missing from them when it came in an earlier packet.
  readonly rawPacket?: Buffer;
};

/** Answers a request that only its method disqualifies: 405 on a known path, otherwise 404. */
export type RejectMethod = (method: string, url: string) => ApiError;

/** Says what is wrong with a request that Node's HTTP parser rejected. */
export function explainMalformedRequest(error: ParserError, rejectMethod: RejectMethod): ApiError {
  const { code = '', reason = '' } = error;
  const { method, target } = findRequestLine(error);
  if (code === 'HPE_INVALID_METHOD' && target !== '') return rejectMethod(method, toTarget(target));
  if (code === 'HPE_INVALID_URL') return explainAddress(method, target);
  if (code === 'HPE_INVALID_HEADER_TOKEN') return explainHeader(error);
  const isLengthAndEncoding = reason.includes("can't be present with");
  return invalidRequest(isLengthAndEncoding ? LENGTH_AND_ENCODING : (SENTENCES[code] ?? NOT_HTTP));
}

const NOT_HTTP = 'This is not an HTTP/1.1 request.';
const LENGTH_AND_ENCODING = 'Content-Length and Transfer-Encoding exclude each other. Send one of them.';
const REQUEST_LINE_MALFORMED = 'The request line is malformed. If the address contains a space, send %20 instead.';

const SENTENCES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive whole in time.',
  HPE_HEADER_OVERFLOW: 'The address and headers together are over 16 KB. Send fewer or shorter parameters.',
  HPE_INVALID_CONTENT_LENGTH: 'The Content-Length header is not a whole number of bytes.',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'The Content-Length header is given more than once. Send it once.',
  HPE_INVALID_TRANSFER_ENCODING: 'The Transfer-Encoding is not supported. Send a Content-Length, or chunked alone.',
  HPE_INVALID_CONSTANT: REQUEST_LINE_MALFORMED,
  HPE_INVALID_VERSION: REQUEST_LINE_MALFORMED,
  HPE_INVALID_CHUNK_SIZE: 'The chunked body is malformed.',
  HPE_INVALID_EOF_STATE: 'The request ended before it was complete.',
};

// A method token and an address, up to the HTTP version.
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) ([^\r\n]+?)(?: HTTP\/[^\r\n]*)?\r?$/;

function findRequestLine({ rawPacket, bytesParsed = 0 }: ParserError): { method: string; target: string } {
  const text = rawPacket?.toString('latin1') ?? '';
  const start = text.lastIndexOf('\n', bytesParsed - 1) + 1;
  const end = text.indexOf('\n', start);
  const [, method = '', target = ''] = REQUEST_LINE.exec(text.slice(start, end < 0 ? undefined : end)) ?? [];
  return { method, target };
}

const UNENCODED = /[^\x21-\x7e]/;

function explainAddress(method: string, target: string): ApiError {
  if (!UNENCODED.test(target) && target !== '') return invalidRequest('The address must begin with a slash.');
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const names = query
    .split('&')
    .filter((pair) => UNENCODED.test(pair))
    .map((pair) => pair.split('=', 1)[0] ?? '');
  const known = [...new Set(names)].filter((name) => LIST_PARAMETERS.has(name));
  const where = known.length === 0 ? '' : ` They are in ${known.join(' and ')}.`;
  const message = `The address contains characters that must be percent-encoded, such as %C3%A9 for é.${where}`;
  // A malformed id names nothing, and a read of one item is never answered with 400.
  const isMissing = UNENCODED.test(path) || (method === 'GET' && isSingleRead(toTarget(path)));
  return isMissing ? new ApiError('not_found', message) : invalidRequest(message);
}

const reads = Object.values<Endpoint>(endpoints).filter(
  ({ method, access }) => method === 'GET' && access.by === 'token',
);
const LIST_PARAMETERS = new Set(reads.flatMap(({ query }) => Object.keys(query?.properties ?? {})));
const listPaths = new Set(reads.filter(({ query }) => query !== undefined).map(pathOf));

const isSingleRead = (path: string): boolean => path.startsWith(`${API_PATH}/`) && !listPaths.has(path);

function explainHeader({ rawPacket, bytesParsed = 0, reason }: ParserError): ApiError {
  const lines = rawPacket?.toString('latin1', 0, bytesParsed).split('\r\n') ?? [];
  const isFolded = reason === 'Unexpected whitespace after header value';
  const line = (isFolded ? lines.slice(0, -1) : lines).findLast((one) => /^[\w-]+:/.test(one));
  const name = line?.split(':', 1)[0]?.slice(0, HEADER_NAME_CHARACTERS_SHOWN);
  if (isFolded) {
    return invalidRequest(`The header ${name ?? ''} continues on a second line. Send each header on one line.`);
  }
  const where = name === undefined || lines.at(-1) !== line ? 'A header' : `The header ${name}`;
  return invalidRequest(`${where} contains a character that is not allowed there.`);
}

const HEADER_NAME_CHARACTERS_SHOWN = 40;
