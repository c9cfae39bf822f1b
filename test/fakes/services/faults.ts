import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ErrorCode } from '../../../src/shared/errors.js';
import type { Fault } from './service-double.js';

export type NamedFault = {
  /** Completes the words "of a service that …". */
  name: string;
  answer: Fault;
  code: ErrorCode;
  /** The message that the model gets, after the name of the service. */
  message: RegExp;
  /** It takes longer than any turn has. */
  isSlow?: boolean;
};

const status =
  (code: number, body = '{}', headers: Record<string, string> = {}): Fault =>
  (_, response) => {
    response.writeHead(code, headers).end(body);
  };

const body = (text: string, headers: Record<string, string> = {}): Fault =>
  status(200, text, { 'Content-Type': 'application/json', ...headers });

const PAGE = '<!doctype html><html><body>Please log in.</body></html>';

const TEN_MEGABYTES = 10_000_000;

const pour: Fault = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const piece = `"${'x'.repeat(65_534)}"`;
  let left = TEN_MEGABYTES;
  const more = (): void => {
    left -= piece.length;
    if (left > 0 && !response.destroyed) response.write(piece, more);
    else response.end();
  };
  more();
};

const cutShort = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Length': '1000' });
  response.write('{"results":', () => response.destroy());
};

const drip: Fault = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 20);
  response.once('close', () => {
    clearInterval(timer);
  });
};

type Told = Pick<NamedFault, 'code' | 'message'>;
const unavailable = (message: RegExp): Told => ({ code: 'tool_unavailable', message });

const unreadable = unavailable(/answered in a form that cannot be read/);
const noJson = unavailable(/did not answer with JSON/);
const away = unavailable(/cannot be reached/);
const tooLarge = unavailable(/answered with more than 1048576 bytes/);
const misled = unavailable(/redirected to an address that is not allowed/);
const ofStatus = (code: number) => unavailable(new RegExp(`answered with status ${code}`));
const limited = (when: string): Told => ({
  code: 'tool_rate_limited',
  message: new RegExp(`^Too many requests to the .* it can be asked again ${when}\\.$`),
});
const late: Told & { isSlow: true } = {
  code: 'tool_timeout',
  message: /took too long/,
  isSlow: true,
};

/** Faults that any service may show its callers, with the message that the model must get. */
export const SERVICE_FAULTS: readonly NamedFault[] = [
  { name: 'answers 500', answer: status(500), ...ofStatus(500) },
  { name: 'answers 502 with a page', answer: status(502, PAGE), ...ofStatus(502) },
  { name: 'answers 503', answer: status(503, '{"results":[]}'), ...ofStatus(503) },
  {
    name: 'answers 503 and names a time',
    answer: status(503, '', { 'Retry-After': '5' }),
    ...ofStatus(503),
  },
  { name: 'answers 204', answer: status(204, ''), ...noJson },
  { name: 'answers 304', answer: status(304, ''), ...ofStatus(304) },
  {
    name: 'refuses with 400',
    answer: status(400, '{"error":true,"reason":"secret of the vendor"}'),
    ...unavailable(/refused the request \(status 400\)/),
  },
  {
    name: 'refuses the key with 401',
    answer: status(401, PAGE),
    ...unavailable(/does not accept our access \(401\)/),
  },
  {
    name: 'refuses us with 403',
    answer: status(403, '{}'),
    ...unavailable(/does not accept our access \(403\)/),
  },
  {
    name: 'has had too many requests, for 30 seconds',
    answer: status(429, '{}', { 'Retry-After': '30' }),
    ...limited('in 30 seconds'),
  },
  { name: 'has had too many requests', answer: status(429, PAGE), ...limited('later') },
  {
    name: 'has had too many requests and names nonsense as time',
    answer: status(429, '{}', { 'Retry-After': '-1e9' }),
    ...limited('later'),
  },
  { name: 'answers with a page', answer: body(PAGE, { 'Content-Type': 'text/html' }), ...noJson },
  { name: 'calls a page JSON', answer: body(PAGE), ...noJson },
  { name: 'answers with nothing', answer: body(''), ...noJson },
  { name: 'answers with half a document', answer: body('{"results":[{"na'), ...noJson },
  { name: 'answers with NaN', answer: body('{"latitude":NaN}'), ...noJson },
  { name: 'answers with bytes', answer: body('\u0000\u0001\uFFFD'), ...noJson },
  { name: 'answers null', answer: body('null'), ...unreadable },
  { name: 'answers a number', answer: body('42'), ...unreadable },
  { name: 'answers a text', answer: body('"sunny"'), ...unreadable },
  { name: 'answers true', answer: body('true'), ...unreadable },
  { name: 'answers a list of lists', answer: body('[[[[]]]]'), ...unreadable },
  {
    name: 'answers with keys that objects are born with',
    answer: body('{"__proto__":{"results":[]},"constructor":{"web":1}}'),
    ...unreadable,
  },
  { name: 'resets the connection', answer: (request) => request.socket.destroy(), ...away },
  {
    name: 'breaks off in the middle',
    answer: (_, response) => {
      cutShort(response);
    },
    ...away,
  },
  { name: 'pours out 10 MB', answer: pour, ...tooLarge },
  {
    name: 'announces 10 MB',
    answer: status(200, '{}', { 'Content-Length': String(TEN_MEGABYTES) }),
    ...tooLarge,
  },
  {
    name: 'packs 10 MB into a few bytes',
    answer: (_, response) => {
      response.setHeader('Content-Encoding', 'gzip').end(gzipSync(' '.repeat(TEN_MEGABYTES)));
    },
    ...tooLarge,
  },
  {
    name: 'packs its answer in a way that nobody asked for',
    answer: body('{}', { 'Content-Encoding': 'zstd' }),
    ...away,
  },
  {
    name: 'redirects to the credentials of a cloud',
    answer: status(302, '', { Location: 'http://169.254.169.254/latest/meta-data/' }),
    ...misled,
  },
  {
    name: 'redirects to another port of this machine',
    answer: status(307, '', { Location: 'http://127.0.0.1:6379/' }),
    ...misled,
  },
  {
    name: 'redirects to a file',
    answer: status(301, '', { Location: 'file:///etc/passwd' }),
    ...misled,
  },
  {
    name: 'redirects to a private address of IPv6',
    answer: status(308, '', { Location: 'http://[fd00::1]/' }),
    ...misled,
  },
  { name: 'never answers', answer: () => undefined, ...late },
  { name: 'drips', answer: drip, ...late },
];
