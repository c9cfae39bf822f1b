import type { ToolCase } from '../tool-bench.js';
import { writes, type WorkspaceHouse } from '../workspace-cases.js';
import { createScriptBench, says } from './run-script.js';

export const runPythonBench = createScriptBench({
  tool: 'run_python',
  argument: 'code',
  cases: (house) => [...SCRIPTS.map(says('code')), ...filesOf(house)],
});

const SCRIPTS: readonly (readonly [string, string, ...RegExp[]])[] = [
  ['a sum', 'print(sum(range(101)))', /Exit code: 0\nOutput:\n5050/],
  ['statistics', 'import statistics\nprint(statistics.mean([1, 2, 6]))', /\n3$/],
  ['JSON', 'import json\nprint(json.dumps({"a": [1, True]}))', /\{"a": \[1, true\]\}/],
  ['a text of several lines', 'print("""a\n b""")', /\na\n b$/],
  ['letters of other scripts', 'print("é 三 🙂")', /é 三 🙂/],
  ['nothing printed', 'x = 1', /It printed nothing/],
  ['an exception', 'raise ValueError("no")', /Exit code: 1[^]*ValueError: no/],
  ['a mistake in its writing', 'def f(:', /Exit code: 1[^]*SyntaxError/],
  ['an exit code', 'import sys; sys.exit(3)', /Exit code: 3/],
  ['a package that is not there', 'import numpy', /No module named 'numpy'/],
  ['a file of the host', 'open("/etc/passwd")', /FileNotFoundError|No such file/],
  ['a process', 'import subprocess; subprocess.run(["ls"])', /does not support processes/],
  ['a socket', 'import socket; socket.create_connection(("127.0.0.1", 6379))', /OSError/],
  ['JavaScript', 'import js', /No module named 'js'/],
  ['ctypes', 'import ctypes', /No module named '_ctypes'/],
  ['a list that grows', 'x = []\nwhile True: x.append(bytearray(10**7))', /MemoryError/],
  [
    'output without end',
    'while True: print("x" * 1000)',
    /Exit code: 1[^]*What it printed was cut/,
  ],
  ['a recursion', 'def f(): f()\nf()', /RecursionError/],
  ['101 files', 'for i in range(101): open(f"f{i}", "w").write("x")', /more than 100 files/],
];

const filesOf = (house: WorkspaceHouse): ToolCase[] => [
  {
    name: 'a file made of another',
    prepare: house.holds({ 'in/a.csv': 'x\n1\n2\n' }),
    arguments: {
      code: 'rows = open("in/a.csv").read().split()[1:]\nopen("sum.txt", "w").write(str(sum(map(int, rows))))',
    },
    expected: { texts: [/Files written: sum\.txt/], check: writes(house, 'sum.txt', '3') },
  },
  {
    name: 'a file that is changed',
    prepare: house.holds({ 'a.txt': 'one' }),
    arguments: { code: 'open("a.txt", "a").write(" two")' },
    expected: { texts: [/Files written: a\.txt/], check: writes(house, 'a.txt', 'one two') },
  },
  {
    name: 'a file that is removed',
    prepare: house.holds({ 'a.txt': 'one' }),
    arguments: { code: 'import os; os.remove("a.txt")' },
    expected: { texts: [/Files removed: a\.txt/] },
  },
  {
    name: 'a file larger than the quota has room for',
    arguments: { code: 'open("a.bin", "wb").write(b"x" * 2_000_000)' },
    expected: { texts: [/"a\.bin" was not kept/] },
  },
  {
    name: 'a loop',
    arguments: { code: 'open("x", "w").write("x")\nwhile True: pass', timeoutSec: 2 },
    expected: { texts: [/Exit code: 124[^]*stopped after 2 s, and no file was kept/] },
  },
  {
    name: 'a loop for which the turn has no time',
    arguments: { code: 'while True: pass' },
    leftMs: 1500,
    expected: { code: 'tool_timeout', message: /too long/ },
  },
];
