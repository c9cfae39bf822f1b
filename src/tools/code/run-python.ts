import { z } from 'zod';
import { ASKS_FOR_PYTHON } from '../asked-by.js';
import { runScript, timeoutSec } from './run-script.js';
import { declareTool } from '../tool.js';

const Input = z.strictObject({
  code: z.string().min(1).max(50_000).describe('A Python script; what it prints is the result.'),
  timeoutSec,
});

export const runPython = declareTool({
  name: 'run_python',
  description:
    "Runs a Python 3.13 script with the standard library over the files of this user's workspace, which lie in its working folder; what it writes there is kept. It has no network, no other packages (no numpy, no pandas), no sqlite3, no subprocesses, at most 20 seconds, and nothing stays from one run to the next but files.",
  input: Input,
  timeoutSec: 25,
  risk: 'sandboxed',
  hasSideEffects: true,
  askedBy: ASKS_FOR_PYTHON,
  create:
    (deps) =>
    ({ code: script, timeoutSec: limitSec }, context) =>
      runScript(deps, { language: 'python', script, timeoutSec: limitSec }, context),
});
