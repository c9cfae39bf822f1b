import { CommanderError } from 'commander';
import { isKnowledgeRouterError } from '@knowledge-router/client';

export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  partlyFailed: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure that its user can read, with the exit code that it ends the program with. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.failed, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** Decides how a failure ends the program, and the sentence that says so; null where it has been said. */
export const toFailure = (
  error: unknown,
  signal: AbortSignal,
): { exitCode: ExitCode; message: string | null } => {
  if (signal.aborted) return { exitCode: EXIT.interrupted, message: null };
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? EXIT.ok : EXIT.usage, message: null };
  }
  if (error instanceof CliError) return { exitCode: error.exitCode, message: error.message };
  if (isKnowledgeRouterError(error)) {
    const isStranger = error.status === 401;
    const hint = isStranger ? ' Sign in with "knowledge-router login".' : '';
    return {
      exitCode: isStranger ? EXIT.notSignedIn : EXIT.failed,
      message: `${error.message}${hint} (${error.code})`,
    };
  }
  return { exitCode: EXIT.failed, message: error instanceof Error ? error.message : String(error) };
};
