import { z } from 'zod';
import { fieldsRefused, type FieldError } from '../../shared/errors.js';
import { toFieldErrors } from '../../shared/word-issue.js';
import type { OpenSource, Reach, SourceKind } from '../kind.js';
import type { SourceCredentials, SourceSettings } from '../schema.js';

/** To add a kind of source, add a line here. Each kind is loaded when a source needs it. */
const KINDS: Readonly<Record<string, () => Promise<CheckedKind>>> = {
  folder: async () => toChecked((await import('./folder/index.js')).folder),
  git: async () => toChecked((await import('./git/index.js')).git),
  'google-drive': async () => toChecked((await import('./google-drive/index.js')).googleDrive),
  imap: async () => toChecked((await import('./imap/index.js')).imap),
  s3: async () => toChecked((await import('./s3/index.js')).s3),
  webdav: async () => toChecked((await import('./webdav/index.js')).webdav),
  website: async () => toChecked((await import('./website/index.js')).website),
};

export const KIND_NAMES = Object.keys(KINDS);

/** A source's settings and credentials, as an admin sends them or as they are stored. */
export type GivenKind = { settings: SourceSettings; credentials: SourceCredentials | null };

/** What a form for a source of this kind needs to show. */
export type DescribedKind = {
  name: string;
  /** JSON Schemas. */
  settings: Record<string, unknown>;
  credentials: Record<string, unknown> | null;
  /** Null if the kind can also read the public internet. */
  places: readonly string[] | null;
};

/** A kind of source whose functions accept and check settings of unknown type. */
export type CheckedKind = {
  name: string;
  describe(reach: Reach): DescribedKind;
  /** The address at which a person opens an item's original; null if a browser cannot open it. */
  addressOf(settings: SourceSettings, item: { externalId: string }): string | null;
  /** Returns settings and credentials in the form to be stored; throws `validation_failed` with the names of wrong fields. */
  check(given: GivenKind, reach: Reach): GivenKind;
  /** Null if the stored settings are no longer allowed, for example because the operator removed a folder. */
  open(kept: GivenKind, reach: Reach): OpenSource | null;
};

export type FindKind = (name: string) => Promise<CheckedKind | null>;

export const findKind: FindKind = async (name) =>
  Object.hasOwn(KINDS, name) ? ((await KINDS[name]?.()) ?? null) : null;

function toChecked<Settings extends SourceSettings, Credentials extends SourceCredentials>(
  kind: SourceKind<Settings, Credentials>,
): CheckedKind {
  const read = ({ settings, credentials }: GivenKind) => {
    const parsed = kind.settings.safeParse(settings);
    const secrets = credentials && kind.credentials?.safeParse(credentials);
    return { parsed, secrets: secrets ?? null };
  };
  return {
    name: kind.name,
    describe: (reach) => ({
      name: kind.name,
      settings: toJsonSchema(kind.settings),
      credentials: kind.credentials === undefined ? null : toJsonSchema(kind.credentials),
      places: kind.places?.(reach) ?? null,
    }),
    addressOf: (settings, item) => {
      const parsed = kind.settings.safeParse(settings);
      return parsed.success ? (kind.address?.(parsed.data, item) ?? null) : null;
    },
    check: (given, reach) => {
      const { parsed, secrets } = read(given);
      const refused = [
        ...toErrors('settings', parsed.error?.issues ?? []),
        ...toErrors('credentials', secrets?.error?.issues ?? []),
      ];
      if (given.credentials !== null && kind.credentials === undefined) {
        refused.push({ path: 'credentials', message: 'are not available for this kind of source' });
      }
      if (!parsed.success || refused.length > 0) throw fieldsRefused(refused);
      const problems = kind.problems(parsed.data, reach);
      if (problems.length > 0) throw fieldsRefused(problems);
      return { settings: parsed.data, credentials: secrets?.data ?? null };
    },
    open: (kept, reach) => {
      const { parsed, secrets } = read(kept);
      if (!parsed.success || secrets?.success === false) return null;
      if (kind.problems(parsed.data, reach).length > 0) return null;
      return kind.open(parsed.data, reach, secrets?.data ?? null);
    },
  };
}

const toJsonSchema = (schema: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

const toErrors = (part: string, issues: readonly z.core.$ZodIssue[]): FieldError[] =>
  issues
    .flatMap(toFieldErrors)
    .map(({ path, ...error }) => ({ ...error, path: path === '' ? part : `${part}.${path}` }));
