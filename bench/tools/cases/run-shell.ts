import type { ToolCase } from '../tool-bench.js';
import { writes, type WorkspaceHouse } from '../workspace-cases.js';
import { createScriptBench, says } from './run-script.js';

export const runShellBench = createScriptBench({
  tool: 'run_shell',
  argument: 'command',
  cases: (house) => [...SCRIPTS.map(says('command')), ...filesOf(house)],
});

const SCRIPTS: readonly (readonly [string, string, ...RegExp[]])[] = [
  ['a word', 'echo hello', /Exit code: 0\nOutput:\nhello/],
  ['a pipe', 'printf "b\\na\\n" | sort | head -1', /\na$/],
  ['a loop', 'for i in 1 2 3; do echo $((i * i)); done', /\n1\n4\n9$/],
  ['awk', "seq 1 10 | awk '{ s += $1 } END { print s }'", /\n55$/],
  ['sed', 'echo colour | sed s/ou/o/', /\ncolor$/],
  ['jq', 'echo \'{"a": [1, 2]}\' | jq ".a | add"', /\n3$/],
  ['letters of other scripts', 'echo "é 三 🙂"', /é 三 🙂/],
  ['an exit code', 'exit 3', /Exit code: 3/],
  ['errors', 'ls nowhere', /Error output:[^]*nowhere/],
  ['a command that is none', 'frobnicate', /Exit code: 127[^]*command not found/],
  ['a mistake in its writing', 'if true; then', /Exit code: [1-9]/],
  ['a file of the host', 'cat /etc/passwd', /No such file/],
  ['the environment of the host', 'cat /proc/self/environ', /No such file/],
  ['a link to the host', 'ln -s /etc/passwd p; cat p', /No such file[^]*Links were not kept/],
  ['curl', 'curl http://127.0.0.1:6379', /curl: command not found/],
  ['node', 'node -e 1', /node: command not found/],
  ['a fork bomb', ':(){ :|:& };:', /Exit code: [1-9]/],
  ['a loop without end', 'while :; do :; done &', /too many commands/],
  ['a string without end', 'x=a; while :; do x=$x$x; done', /length limit/],
  ['10,000 files', 'for i in $(seq 1 3000); do echo x > f$i; done', /so none was kept/],
];

const filesOf = (house: WorkspaceHouse): ToolCase[] => [
  {
    name: 'a file made of another',
    prepare: house.holds({ 'in/a.txt': 'b\na\n' }),
    arguments: { command: 'sort in/a.txt > sorted.txt' },
    expected: {
      texts: [/Files written: sorted\.txt/],
      check: writes(house, 'sorted.txt', 'a\nb\n'),
    },
  },
  {
    name: 'a file that is moved',
    prepare: house.holds({ 'a.txt': 'one' }),
    arguments: { command: 'mkdir out && mv a.txt out/b.txt' },
    expected: {
      texts: [/Files written: out\/b\.txt\nFiles removed: a\.txt/],
      check: writes(house, 'out/b.txt', 'one'),
    },
  },
  {
    name: 'a name that is none',
    arguments: { command: 'echo x > "a\\\\b"; echo x > .hidden' },
    expected: {
      texts: [/"a\\\\b" was not kept[^]*"\.hidden" was not kept|"\.hidden" was not kept/],
    },
  },
  {
    name: 'a path that leads out',
    arguments: { command: 'echo x > ../../x; echo y > /tmp/y' },
    expected: { texts: [/Exit code: 0/], check: ({ files }) => (files ? 'names files' : null) },
  },
  {
    name: 'a script that sleeps',
    arguments: { command: 'echo x > x; sleep 1000', timeoutSec: 1 },
    expected: { texts: [/Exit code: 124[^]*stopped after 1 s, and no file was kept/] },
  },
  {
    name: 'a script for which the turn has no time',
    arguments: { command: 'sleep 1000' },
    leftMs: 1000,
    expected: { code: 'tool_timeout', message: /too long/ },
  },
];
