import { AppError } from '../shared/errors.js';

/** A request of an OpenAI client, parsed as far as its format is known. */
export type Parameters = Readonly<Record<string, unknown>>;

const IGNORED_HEADER = 'X-Knowledge-Router-Ignored';

/** Refuses a parameter that the requested answer depends on. */
export const unsupported = (param: string, message: string): AppError =>
  new AppError('unsupported_parameter', message, { errors: [{ path: param, message }] });

/** Refuses parameters whose omission would make the result wrong. */
export const refuseFalsifying = (body: Parameters): void => {
  const { n, logprobs, top_logprobs: top, audio, modalities } = body;
  if (typeof n === 'number' && n !== 1)
    throw unsupported('n', 'Only one answer is given: leave n out.');
  if ((logprobs !== undefined && logprobs !== null && logprobs !== false) || isPositive(top)) {
    throw unsupported('logprobs', 'Token probabilities are not available.');
  }
  if (isGiven(audio)) throw unsupported('audio', 'Answers are text only.');
  if (Array.isArray(modalities) && modalities.some((one) => one !== 'text')) {
    throw unsupported('modalities', 'Answers are text only.');
  }
  refuseForcedTools(body);
};

/** The caller's tools are ignored, which a caller that insists on a call must learn. */
const refuseForcedTools = (body: Parameters): void => {
  for (const param of ['tool_choice', 'function_call']) {
    const choice = body[param];
    if (!isGiven(choice) || choice === 'auto' || choice === 'none') continue;
    throw unsupported(param, `The caller's tools are not called: ${param} may be auto or none.`);
  }
};

const isPositive = (value: unknown): boolean => typeof value === 'number' && value > 0;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A name that is allowed in a header. */
const NAME = /^[A-Za-z0-9_.-]{1,40}$/;
const MAX_NAMED = 30;

/** The header that lists requested parameters without effect; none if all had an effect. */
export const toIgnoredHeader = (
  body: Parameters,
  { known, alsoIgnored = [] }: { known: ReadonlySet<string>; alsoIgnored?: readonly string[] },
): Record<string, string> => {
  const given = Object.keys(body).filter((name) => isGiven(body[name]) && !known.has(name));
  const named = [...new Set([...given, ...alsoIgnored])]
    .filter((name) => NAME.test(name))
    .slice(0, MAX_NAMED);
  return named.length === 0 ? {} : { [IGNORED_HEADER]: named.join(', ') };
};
