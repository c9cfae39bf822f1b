import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../failures.js';
import { fieldOf, isMissing } from '../fields.js';
import { writeWhole } from '../settings.js';
import { toMessage } from './messages.js';

const FILE = '.knowledge-router/source.json';
const NAME = /^[\p{L}\p{N}_.:@-]{1,64}$/u;

/** The name that a folder has kept for itself, or null. */
export const readSourceName = async (root: string): Promise<string | null> => {
  const text = await readFile(join(root, FILE), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw new CliError(`${FILE} cannot be read: ${toMessage(error)}.`);
  });
  if (text === null) return null;
  const name = parse(text);
  // Another name would upload everything once more.
  if (name === null) throw new CliError(`${FILE} is damaged: name the source with --source.`);
  return name;
};

const parse = (text: string): string | null => {
  try {
    const source = fieldOf(JSON.parse(text), 'source');
    return typeof source === 'string' && NAME.test(source) ? source : null;
  } catch {
    return null;
  }
};

/** Gives a folder a name before anything of it is uploaded. */
export const makeSourceName = async (root: string): Promise<string> => {
  const source = randomUUID();
  await writeWhole(join(root, FILE), `${JSON.stringify({ source })}\n`).catch((error: unknown) => {
    throw new CliError(
      `${FILE} cannot be written (${toMessage(error)}): name the source with --source.`,
    );
  });
  return source;
};
