import { z } from 'zod';
import { AppError } from '../../shared/errors.js';

/**
 * Parses a service's answer, reduced to the schema's fields. Throws `tool_unavailable` if the service refused the request or answered in
 * another format; its own words about a refusal are not repeated.
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

/** Text from a service as one line of limited length, without invisible characters. */
export const serviceText = (maxChars: number) =>
  z.string().transform((text) => toLine(text, maxChars));

// Joiners are needed to write some scripts; other format characters hide text or change its direction.
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

/** At most 15 significant digits, without exponent, grouping or binary rounding artefacts. */
export const writeNumber = (value: number, digits = 15): string =>
  new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: digits }).format(
    Object.is(value, -0) ? 0 : value,
  );
