import { within } from '../../shared/async.js';
import { isAppError, type ErrorCode } from '../../shared/errors.js';

/** Health checks by the name of the dependency; a check rejects while it is down. */
export type DependencyChecks = Readonly<Record<string, () => Promise<void>>>;

/** `code` is null if the error is not an AppError. */
export type DependencyState = { name: string; isUp: boolean; code: ErrorCode | null };

const CHECK_TIMEOUT_MS = 2000;

/** Runs all checks at once, for at most two seconds: a dependency that does not answer counts as down. */
export const readDependencies = (checks: DependencyChecks): Promise<DependencyState[]> =>
  Promise.all(
    Object.entries(checks).map(([name, check]) =>
      within(CHECK_TIMEOUT_MS, check()).then(
        () => ({ name, isUp: true, code: null }),
        (error: unknown) => ({ name, isUp: false, code: isAppError(error) ? error.code : null }),
      ),
    ),
  );
