import { z } from 'zod';
import { ASKS_FOR_SHELL } from '../asked-by.js';
import { runScript, timeoutSec } from './run-script.js';
import { declareTool } from '../tool.js';

const Input = z.strictObject({
  command: z.string().min(1).max(50_000).describe('A command line or a script for bash.'),
  timeoutSec,
});

export const runShell = declareTool({
  name: 'run_shell',
  description:
    "Runs a bash script over the files of this user's workspace, which lie in its working folder; what it writes there is kept. It knows the usual text tools (grep, sed, awk, sort, cut, jq, xan for CSV, tar, gzip and others). It is an emulation: no network, no other programs, no processes in the background, at most 10,000 commands and 20 seconds.",
  input: Input,
  timeoutSec: 25,
  risk: 'sandboxed',
  hasSideEffects: true,
  askedBy: ASKS_FOR_SHELL,
  create:
    (deps) =>
    ({ command: script, timeoutSec: limitSec }, context) =>
      runScript(deps, { language: 'shell', script, timeoutSec: limitSec }, context),
});
