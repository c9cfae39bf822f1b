import { AppError, isAppError, notFound, type ErrorCode } from '../../shared/errors.js';

const UNAVAILABLE = new Set([
  'P1000',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  // The driver adapter's names for a failed socket, whose code it leaves out.
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TlsConnectionError',
]);

const LOST_CONNECTION =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end|Connection ended)/;

type Clues = { codes: string[]; messages: string[] };

/** Serialization failure or deadlock: the whole transaction may be retried. */
export const isRetryable = (error: unknown): boolean => {
  if (isAppError(error)) return false;
  const { codes } = collectClues(error);
  return codes.some((code) => code === '40001' || code === '40P01' || code === 'P2034');
};

/**
 * Every code an error carries, at whatever depth the current version of Prisma puts it: its own code, the driver adapter's `originalCode`
 * or `kind`, Node's.
 */
const collectClues = (error: unknown, depth = 0): Clues => {
  const clues: Clues = { codes: [], messages: [] };
  if (!isObject(error) || depth > 5) return clues;
  const add = (list: string[], value: unknown) => {
    if (typeof value === 'string') list.push(value);
  };
  add(clues.codes, error['code']);
  add(clues.codes, error['originalCode']);
  add(clues.codes, error['kind']);
  add(clues.messages, error['message']);
  add(clues.messages, error['originalMessage']);
  for (const key of ['cause', 'meta', 'driverAdapterError']) {
    const inner = collectClues(error[key], depth + 1);
    clues.codes.push(...inner.codes);
    clues.messages.push(...inner.messages);
  }
  return clues;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Turns errors of PostgreSQL, its driver and Prisma into AppErrors; returns anything else unchanged. */
export const translateError = (error: unknown): unknown => {
  if (isAppError(error) || !isOfDatabase(error)) return error;
  const clues = collectClues(error);
  const code = codeOf(clues);
  if (code === 'conflict') return new AppError(code, 'It exists already.', { cause: error });
  if (code === 'under_hold') {
    return new AppError(code, 'A hold keeps this from being deleted.', { cause: error });
  }
  if (code === 'not_found') return new AppError(code, notFound().message, { cause: error });
  if (code === 'storage_unavailable' || code === 'insufficient_storage') {
    return new AppError(code, explain(clues), {
      cause: error,
      retryAfterSec: 1,
    });
  }
  return new AppError(code, 'The database refused an operation.', { cause: error });
};

const DISK_FULL = '53100';

/** Raised by the trigger refuse_held. */
const UNDER_HOLD = 'KRHLD';

/** States that an operator has to act on, in words for the log. */
const WORDS: Readonly<Record<string, string>> = {
  [DISK_FULL]: 'The disk of the database is full.',
  '53200': 'The database is out of memory.',
  '53300':
    'The database has no connection left: raise max_connections, or lower DATABASE_POOL_SIZE.',
  '57014': 'The database stopped a statement that took too long.',
  '57P01': 'The database was shut down by its administrator.',
  '57P02': 'The database crashed.',
  '57P03': 'The database is starting up or shutting down.',
  '58030': 'The database cannot read from its disk, or write to it.',
  '28P01': 'The database refuses the password.',
  '3D000': 'There is no such database.',
};

const explain = ({ codes }: Clues): string =>
  codes.flatMap((code) => WORDS[code] ?? [])[0] ?? 'The database cannot be reached at the moment.';

/** Looks at the error itself and not its causes: an error that wraps one has already given it a meaning. */
const isOfDatabase = (error: unknown): boolean => {
  if (!isObject(error)) return false;
  const { name, code, message } = error;
  if (typeof message === 'string' && LOST_CONNECTION.test(message)) return true;
  if (typeof code === 'string' && UNAVAILABLE.has(code)) return true;
  return typeof name === 'string' && /^(?:PrismaClient|DriverAdapterError|error$)/.test(name);
};

/**
 * Connection exceptions, exhausted resources (disk, memory, connections), operator intervention, and conflicts that outlived their retries.
 */
const UNAVAILABLE_STATES = /^(?:08|53|57|58|28|3D)...$|^25P0[34]$|^40001$|^40P01$/;

const codeOf = ({ codes, messages }: Clues): ErrorCode => {
  if (codes.includes('P2002') || codes.includes('23505')) return 'conflict';
  if (codes.includes(UNDER_HOLD)) return 'under_hold';
  if (codes.includes('P2025') || codes.includes('P2003') || codes.includes('23503'))
    return 'not_found';
  if (codes.includes(DISK_FULL)) return 'insufficient_storage';
  if (codes.some((code) => UNAVAILABLE.has(code) || UNAVAILABLE_STATES.test(code)))
    return 'storage_unavailable';
  if (messages.some((message) => LOST_CONNECTION.test(message))) return 'storage_unavailable';
  return 'internal_error';
};

export const translating = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw translateError(error);
  }
};
