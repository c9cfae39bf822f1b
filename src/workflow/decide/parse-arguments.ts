import { z } from 'zod';

const JsonRecord = z.record(z.string(), z.unknown());

/** The object that a string of JSON holds; no text at all is a call without arguments, and null says that it is neither. */
export const parseArguments = (json: string): Record<string, unknown> | null => {
  if (json.trim() === '') return {};
  try {
    return JsonRecord.parse(JSON.parse(json));
  } catch {
    return null;
  }
};
