import { AppError } from '../../../shared/errors.js';

/** Prevents the start; the caller prefixes the variable's name. */
export const refuse = (problem: string, cause?: unknown): AppError =>
  new AppError('validation_failed', problem, { cause });

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_SHOWN_CHARS = 80;

/** Foreign text as a single line. */
export const shorten = (text: string, maxChars = MAX_SHOWN_CHARS): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
};
