import { within } from '../../shared/async.js';
import { isAppError, type ErrorCode } from '../../shared/errors.js';

/** Parts that the process needs, by name; a check rejects while its part is away. */
export type DependencyChecks = Readonly<Record<string, () => Promise<void>>>;

/** The code of the failure is null where it is not one of ours. */
export type DependencyState = { name: string; isUp: boolean; code: ErrorCode | null };

const CHECK_TIMEOUT_MS = 2000;

/** Checks all at once, two seconds at most: a part that does not answer counts as away. */
export const readDependencies = (checks: DependencyChecks): Promise<DependencyState[]> =>
  Promise.all(
    Object.entries(checks).map(([name, check]) =>
      within(CHECK_TIMEOUT_MS, check()).then(
        () => ({ name, isUp: true, code: null }),
        (error: unknown) => ({ name, isUp: false, code: isAppError(error) ? error.code : null }),
      ),
    ),
  );
