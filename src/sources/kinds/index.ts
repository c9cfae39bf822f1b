import { fieldsRefused, type FieldError } from '../../shared/errors.js';
import type { OpenSource, Reach, SourceKind } from '../kind.js';
import type { SourceCredentials, SourceSettings } from '../schema.js';

/** To add a kind of source, add its line here. Each is loaded when a source needs it. */
const KINDS: Readonly<Record<string, () => Promise<CheckedKind>>> = {
  folder: async () => toChecked((await import('./folder/index.js')).folder),
  s3: async () => toChecked((await import('./s3/index.js')).s3),
  webdav: async () => toChecked((await import('./webdav/index.js')).webdav),
  website: async () => toChecked((await import('./website/index.js')).website),
};

export const KIND_NAMES = Object.keys(KINDS);

/** A source's settings and credentials, as an admin sends them or as they are stored. */
export type GivenKind = { settings: SourceSettings; credentials: SourceCredentials | null };

/** A kind of source that checks settings of unknown type. */
export type CheckedKind = {
  name: string;
  /** Returns both as they are to be stored; throws `validation_failed`, which names the wrong fields. */
  check(given: GivenKind, reach: Reach): GivenKind;
  /** Null if the stored settings are no longer allowed, for example after the operator removed a folder. */
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
    check: (given, reach) => {
      const { parsed, secrets } = read(given);
      const refused = [
        ...toErrors('settings', parsed.error?.issues ?? []),
        ...toErrors('credentials', secrets?.error?.issues ?? []),
      ];
      if (given.credentials !== null && kind.credentials === undefined) {
        refused.push({ path: 'credentials', message: 'are not for this kind of source' });
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

type Issues = readonly { path: PropertyKey[]; message: string }[];

const toErrors = (part: string, issues: Issues): FieldError[] =>
  issues.map(({ path, message }) => ({ path: [part, ...path.map(String)].join('.'), message }));
