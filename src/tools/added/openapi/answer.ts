import { AppError } from '../../../shared/errors.js';
import { isRecord, shorten } from './refusal.js';

export const MAX_ANSWER_CHARS = 8_000;
const MAX_REASON_CHARS = 300;

type Limits = { items: number; chars: number; depth: number; keys: number };

/** Tried in this order until the answer is short enough. */
const LIMITS: readonly Limits[] = [
  { items: 1_000, chars: 8_000, depth: 20, keys: 200 },
  { items: 50, chars: 1_000, depth: 8, keys: 80 },
  { items: 20, chars: 400, depth: 6, keys: 40 },
  { items: 8, chars: 200, depth: 5, keys: 25 },
  { items: 3, chars: 100, depth: 4, keys: 15 },
  { items: 1, chars: 40, depth: 3, keys: 10 },
];

/** The answer as JSON within the budget; of what did not fit, what it was is told. Credentials that a service repeats are taken out. */
export const toAnswerText = (body: unknown, secrets: readonly string[]): string => {
  for (const limits of LIMITS) {
    const cut = new Set<string>();
    const kept = prune(body, limits, { secrets, cut, path: '', depth: 0 });
    const json = JSON.stringify(kept);
    if (json.length > MAX_ANSWER_CHARS) continue;
    return cut.size === 0 ? json : `${json}\n(Shortened: ${[...cut].slice(0, 10).join('; ')}.)`;
  }
  const fields = isRecord(body) ? Object.keys(body).slice(0, 20) : [];
  const names = fields.map((name) => shorten(withoutSecrets(name, secrets), 40)).join(', ');
  return `(Too long to be shown. Its fields: ${names}.)`;
};

type Walk = { secrets: readonly string[]; cut: Set<string>; path: string; depth: number };

const prune = (value: unknown, limits: Limits, walk: Walk): unknown => {
  const { secrets, cut, path, depth } = walk;
  const at = path === '' ? 'the answer' : path;
  if (typeof value === 'string') {
    const text = withoutSecrets(value, secrets);
    if (text.length <= limits.chars) return text;
    cut.add(`${at} has ${text.length} characters`);
    return `${text.slice(0, limits.chars)}…`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= limits.depth) {
    cut.add(`${at} goes deeper`);
    return '…';
  }
  if (Array.isArray(value)) {
    if (value.length > limits.items) cut.add(`${at} has ${value.length} items`);
    return value
      .slice(0, limits.items)
      .map((item: unknown) =>
        prune(item, limits, { ...walk, path: `${path}[]`, depth: depth + 1 }),
      );
  }
  const entries = Object.entries(value);
  const left = entries.slice(limits.keys).map(([name]) => shorten(name, 40));
  if (left.length > 0) cut.add(`${at} also has the fields ${left.slice(0, 20).join(', ')}`);
  return Object.fromEntries(
    entries.slice(0, limits.keys).map(([key, item]) => {
      const name = withoutSecrets(key, secrets);
      const inner = path === '' ? shorten(name, 40) : `${path}.${shorten(name, 40)}`;
      return [name, prune(item, limits, { ...walk, path: inner, depth: depth + 1 })];
    }),
  );
};

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((left, secret) => left.replaceAll(secret, '[credential]'), text);

type Refused = { service: string; status: number; body: unknown };

/** What a model is told of a refusal: whose fault it is, and the reason that the service gives. */
export const toRefusal = (
  { service, status, body }: Refused,
  secrets: readonly string[],
): AppError => {
  const named = `${service.charAt(0).toUpperCase()}${service.slice(1)}`;
  if (status === 401 || status === 403 || status === 407) {
    return new AppError('tool_unavailable', `${named} does not let us do this (status ${status}).`);
  }
  const reason = body === null ? '' : `: ${shorten(toReason(body, secrets), MAX_REASON_CHARS)}`;
  if (status === 404 || status === 410) {
    return new AppError('not_found', `${named} has nothing there (status ${status})${reason}`);
  }
  return new AppError(
    'invalid_arguments',
    `${named} refused the arguments (status ${status})${reason}`,
  );
};

/** The sentence that most services put there, or else all they say. */
const toReason = (body: unknown, secrets: readonly string[]): string => {
  const { detail, message, error, title } = isRecord(body) ? body : {};
  const inner = isRecord(error) ? error['message'] : error;
  const said = [detail, message, inner, title].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '',
  );
  return said === undefined ? toAnswerText(body, secrets) : withoutSecrets(said, secrets);
};
