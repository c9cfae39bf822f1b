import { translateError } from './translate-error.js';

/** The database is unsuitable or refuses the login, so retrying does not help. The message is for the person who starts the process. */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal';
}

/** The login of DATABASE_URL has more rights than an application should; `reason` completes a sentence about it. */
export const tooPowerful = (role: string, reason: string): DatabaseRefusal =>
  new DatabaseRefusal(
    `DATABASE_URL: role "${role}" ${reason}, so row-level security would not hold: use a role that is neither owner nor superuser (DATABASE_MIGRATION_URL is for the owner).`,
  );

/** Invalid authorization (role, password, pg_hba.conf), or the database does not exist. */
const REFUSED_LOGIN = /^(?:28...|3D000)$/;

/** Translates errors; a refused login names the variable to change. */
export const refusingLogin = async <Result>(
  variable: 'DATABASE_URL' | 'DATABASE_MIGRATION_URL',
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!isRefusedLogin(error)) throw translateError(error);
    throw new DatabaseRefusal(`${variable}: PostgreSQL refuses the login: ${error.message}.`, {
      cause: error,
    });
  }
};

const isRefusedLogin = (error: unknown): error is { code: string; message: string } =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  'message' in error &&
  REFUSED_LOGIN.test(String(error.code));
