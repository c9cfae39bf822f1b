import type { AppliedMigration } from '../platform/database/migrations.js';
import { BackupRefusal } from './archive-reader.js';

/** Refuses a schema state that is not part of this version's history. */
export const requireKnown = (
  what: string,
  { applied, known }: { applied: readonly AppliedMigration[]; known: readonly AppliedMigration[] },
): void => {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of applied) {
    const ours = checksums.get(name);
    if (ours === undefined) {
      throw new BackupRefusal(
        `${what} has migration "${name}", which this version does not know: use the version that made it, or a newer one.`,
      );
    }
    if (ours !== checksum) {
      throw new BackupRefusal(`${what} has another migration "${name}" than this version.`);
    }
  }
};

/** True if both have applied the same migrations. */
export const isSameState = (
  one: readonly AppliedMigration[],
  other: readonly AppliedMigration[],
): boolean =>
  one.length === other.length && one.every(({ name }, position) => name === other[position]?.name);

/** The newest migration, for display. */
export const newestOf = (applied: readonly AppliedMigration[]): string =>
  applied.at(-1)?.name ?? 'none';
