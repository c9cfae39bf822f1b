import { createSandbox } from '../../../src/platform/isolated/sandbox/sandbox.js';
import type { ToolBench, ToolCase } from '../tool-bench.js';
import {
  createWorkspaceBench,
  faultCases,
  refused,
  type WorkspaceHouse,
} from '../workspace-cases.js';

type Kind = {
  tool: 'run_python' | 'run_shell';
  /** The name of the argument that holds the script. */
  argument: 'code' | 'command';
  cases: (house: WorkspaceHouse) => readonly ToolCase[];
};

/** A tool that runs scripts in a real sandbox, over a real workspace. */
export const createScriptBench = ({ tool, argument, cases }: Kind): ToolBench => {
  const call = { [argument]: tool === 'run_python' ? 'print(1)' : 'echo 1' };
  const bench = createWorkspaceBench({
    tool,
    call,
    cases: (house) => [
      ...badArguments(argument, call),
      ...faultCases(house, call, { contents: { 'a.txt': 'a' }, isWriting: false }),
      ...cases(house),
    ],
  });
  return {
    ...bench,
    open: async () => {
      const sandbox = createSandbox({ atOnce: 2, memoryMb: 128 });
      const opened = await bench.open();
      return {
        ...opened,
        deps: { ...opened.deps, sandbox },
        close: async () => {
          await sandbox.close();
          await opened.close?.();
        },
      };
    },
  };
};

const badArguments = (argument: string, call: Record<string, unknown>): ToolCase[] => [
  refused('an empty script', { [argument]: '' }),
  refused('a script that is a number', { [argument]: 1 }),
  refused('a script that is a list', { [argument]: ['ls'] }),
  refused('no time at all', { ...call, timeoutSec: 0 }),
  refused('less than no time', { ...call, timeoutSec: -1 }),
  refused('a time of a day', { ...call, timeoutSec: 86_400 }),
  refused('a time that is a text', { ...call, timeoutSec: '5' }),
  refused('a time that is no whole number', { ...call, timeoutSec: 1.5 }),
  refused('files of its own', { ...call, files: { 'a.txt': 'x' } }),
  refused('a folder of the host', { ...call, cwd: '/etc' }),
  refused('variables', { ...call, env: { PATH: '/bin' } }),
  refused('a network', { ...call, network: true }),
];

/** A script and what its result says. */
export const says =
  (argument: string) =>
  ([name, script, ...texts]: readonly [string, string, ...RegExp[]]): ToolCase => ({
    name,
    arguments: { [argument]: script },
    expected: { texts },
  });
