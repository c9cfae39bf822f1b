import { Command } from 'commander';
import { addAsk } from './commands/ask.js';
import { addCollections } from './commands/collections.js';
import { addCompletion } from './commands/completion.js';
import { addDocuments } from './commands/documents.js';
import { addEval } from './commands/eval.js';
import { addEvaluations } from './commands/evaluations.js';
import { addLogin } from './commands/login.js';
import { addMcp } from './commands/mcp.js';
import { addSearch } from './commands/search.js';
import { addSources } from './commands/sources.js';
import { addStatus } from './commands/status.js';
import { addSync } from './commands/sync.js';
import { addUpload } from './commands/upload.js';
import type { Action, AddCommand, RunAction } from './command.js';
import { createContext, type GlobalOptions, type Process } from './context.js';
import { EXIT, toFailure, type ExitCode } from './failures.js';

/** Runs one command and resolves to the exit code; nothing else ends the process. */
export const runCli = async (args: readonly string[], own: Process): Promise<ExitCode> => {
  const outcome: { exitCode: ExitCode } = { exitCode: EXIT.ok };
  const program = createProgram(own, outcome);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return own.signal.aborted ? EXIT.interrupted : outcome.exitCode;
  } catch (error) {
    const { exitCode, message } = toFailure(error, own.signal);
    const { output } = createContext(own, {});
    output.clear();
    if (message !== null) output.note(`knowledge-router: ${message}`);
    return exitCode;
  }
};

const COMMANDS: readonly AddCommand[] = [
  addLogin,
  addStatus,
  addAsk,
  addSearch,
  addUpload,
  addSync,
  addDocuments,
  addCollections,
  addSources,
  addEval,
  addEvaluations,
  addMcp,
  addCompletion,
];

const createProgram = (own: Process, outcome: { exitCode: ExitCode }): Command => {
  const program = new Command('knowledge-router')
    .description(
      'Asks Knowledge Router with citations, uploads documents and keeps folders in step.',
    )
    .version('0.1.0')
    .option('--json', 'print JSON: a document, or one a line where there are several')
    .option('--url <url>', 'the server, instead of KNOWLEDGE_ROUTER_URL and of that of "login"')
    .helpCommand(false)
    .showHelpAfterError('(see --help)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void own.stdout.write(text),
      writeErr: (text) => void own.stderr.write(text),
    });
  const run =
    (action: Action): RunAction =>
    async (...given) => {
      // The last argument of an action is its command.
      const command = given.at(-1) as Command;
      const context = createContext(own, command.optsWithGlobals<GlobalOptions>());
      outcome.exitCode = (await action(context, command)) ?? EXIT.ok;
      context.output.clear();
    };
  for (const add of COMMANDS) add(program, run);
  return program;
};
