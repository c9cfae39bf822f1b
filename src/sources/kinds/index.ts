import { fieldsRefused, type FieldError } from '../../shared/errors.js';
import type { OpenSource, Reach, SourceKind } from '../kind.js';
import type { SourceSettings } from '../schema.js';
import { folder } from './folder/index.js';
import { s3 } from './s3/index.js';

/** To add a kind of source, add its line here. */
const KINDS = [toChecked(folder), toChecked(s3)] as const;

export const KIND_NAMES = KINDS.map(({ name }) => name);

/** A kind of source that checks settings of unknown type. */
export type CheckedKind = {
  name: string;
  /** Returns the settings as they are stored; `validation_failed` names the wrong ones. */
  check(given: SourceSettings, reach: Reach): SourceSettings;
  /** Null if the stored settings are no longer allowed, for example after the operator removed a folder. */
  open(kept: SourceSettings, reach: Reach): OpenSource | null;
};

export const findKind = (name: string): CheckedKind | undefined =>
  KINDS.find((kind) => kind.name === name);

function toChecked<Settings extends SourceSettings>(kind: SourceKind<Settings>): CheckedKind {
  return {
    name: kind.name,
    check: (given, reach) => {
      const parsed = kind.settings.safeParse(given);
      if (!parsed.success) {
        throw fieldsRefused(
          parsed.error.issues.map(({ path, message }): FieldError => ({
            path: ['settings', ...path].join('.'),
            message,
          })),
        );
      }
      const problems = kind.problems(parsed.data, reach);
      if (problems.length > 0) throw fieldsRefused(problems);
      return parsed.data;
    },
    open: (kept, reach) => {
      const parsed = kind.settings.safeParse(kept);
      if (!parsed.success || kind.problems(parsed.data, reach).length > 0) return null;
      return kind.open(parsed.data, reach);
    },
  };
}
