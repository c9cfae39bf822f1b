import { AppError } from '../../../shared/errors.js';

/** A start is refused for this; the caller names the variable before it. */
export const refuse = (problem: string, cause?: unknown): AppError =>
  new AppError('validation_failed', problem, { cause });

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An address of the web without a password or a part that is to be filled in. */
export const isHttpUrl = (text: string): boolean => {
  if (!/^https?:\/\//i.test(text) || /[{}$\s\\]/.test(text)) return false;
  try {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  } catch {
    return false;
  }
};

const MAX_SHOWN_CHARS = 80;

/** A stranger's text in one line of ours. */
export const shorten = (text: string, maxChars = MAX_SHOWN_CHARS): string => {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
};
