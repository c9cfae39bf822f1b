import type { Command } from 'commander';
import type { Context } from './context.js';
import type { ExitCode } from './failures.js';

/** An action of a command, and the exit code where it is not 0. */
export type Action = (context: Context, command: Command) => Promise<ExitCode | undefined>;

/** Adds a command to its parent; `run` makes an action of it. */
export type AddCommand = (parent: Command, run: (action: Action) => RunAction) => void;

export type RunAction = (...given: unknown[]) => Promise<void>;
