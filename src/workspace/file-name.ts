import { z } from 'zod';

const MAX_CHARACTERS = 200;
const MAX_PART_CHARACTERS = 100;

/** The name of a workspace file: relative, with `/` between folders. Only stored in our table, never part of a host path. */
export const FileName = z
  .string()
  .normalize('NFC')
  .superRefine((name, context) => {
    const message = problemOf(name);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .describe('A relative name with "/" between folders, such as report.md or out/data.csv.');

/** The same for all names that a reader, or a case-insensitive file system, would confuse. */
export const toNameKey = (name: string): string =>
  name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

/** The download path of a file. Brackets and quotes are encoded as well, so that it fits into a Markdown link. */
export const toFileUrl = (name: string): string =>
  `/v1/files/${encodeURIComponent(name).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )}`;

const TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain; charset=utf-8',
  log: 'text/plain; charset=utf-8',
  py: 'text/plain; charset=utf-8',
  sh: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Determined by the extension only, and only types that cannot contain code: HTML, SVG, XML and PDF are treated as unknown bytes. */
export const toMimeType = (name: string): string =>
  TYPES[/\.([^./]+)$/.exec(toNameKey(name))?.[1] ?? ''] ?? 'application/octet-stream';

// Control, format and direction characters, invisible characters, private use, lone surrogates, line and paragraph separators.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
// A program that decodes once more than we do must not get another name.
const ENCODED = /%[0-9a-f]{2}/i;

const problemOf = (name: string): string | null => {
  const characters = Array.from(name).length;
  if (characters < 1 || characters > MAX_CHARACTERS) {
    return `must have 1 to ${MAX_CHARACTERS} characters`;
  }
  if (UNSEEN.test(name)) return 'must not contain control, invisible or direction characters';
  if (ENCODED.test(name)) return 'must not contain percent-encoded characters';
  for (const part of name.split('/')) {
    const problem = problemOfPart(part);
    if (problem !== null) return problem;
  }
  return null;
};

/** Judged by appearance: a full-width dot counts as a dot, and a full-width slash as a slash. */
const problemOfPart = (part: string): string | null => {
  const read = part.normalize('NFKC');
  if (part === '') return 'must be relative, with one "/" between its parts';
  if (Array.from(part).length > MAX_PART_CHARACTERS) {
    return `must have at most ${MAX_PART_CHARACTERS} characters between two "/"`;
  }
  if (/[\\/]/.test(read)) return 'must not contain a backslash or anything that looks like "/"';
  if (/^[\s.]|[\s.]$/u.test(read))
    return 'must not have a part that begins or ends with a space or dot';
  return null;
};
