import { z } from 'zod';
import { AppError } from '../../shared/errors.js';

/**
 * Reads what a service answered, cut to the fields that the schema names. Throws `tool_unavailable` where it refused the request or
 * answered in another form; the service's own words about a refusal are not repeated.
 */
export const readAnswer = <Schema extends z.ZodType>(
  schema: Schema,
  service: string,
  { status, body }: { status: number; body: unknown },
): z.infer<Schema> => {
  const name = service.charAt(0).toUpperCase() + service.slice(1);
  if (status === 401 || status === 403) {
    throw new AppError('tool_unavailable', `${name} does not accept our access (${status}).`);
  }
  if (status >= 400) {
    throw new AppError('tool_unavailable', `${name} refused the request (status ${status}).`);
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new AppError('tool_unavailable', `${name} answered in a form that cannot be read.`, {
    cause: parsed.error,
  });
};

/** Text of a service as one line of at most so many characters, without what cannot be seen. */
export const serviceText = (maxChars: number) =>
  z.string().transform((text) => toLine(text, maxChars));

// Joiners are part of how some scripts are written; other format characters hide text or turn its direction.
const HIDDEN = /(?![\u200C\u200D])\p{Cf}|\p{Surrogate}/gu;

export const toLine = (text: string, maxChars: number): string => {
  const line = text
    .replace(HIDDEN, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return line.length <= maxChars
    ? line
    : `${line.slice(0, maxChars - 1).replace(/\p{Surrogate}$/u, '')}…`;
};

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);

/** At most 15 digits that count, without exponent, grouping or what binary fractions leave behind. */
export const writeNumber = (value: number, digits = 15): string =>
  new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: digits }).format(
    Object.is(value, -0) ? 0 : value,
  );
