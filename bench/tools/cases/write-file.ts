import type { ToolCase } from '../tool-bench.js';
import {
  createWorkspaceBench,
  faultCases,
  hostileNames,
  refused,
  writes,
  type WorkspaceHouse,
} from '../workspace-cases.js';

const CALL = { name: 'log.txt', content: 'new\n' };
const APPEND = { ...CALL, mode: 'append' };
const OLD = { 'log.txt': 'old\n' };

export const writeFileBench = createWorkspaceBench({
  tool: 'write_file',
  call: CALL,
  cases: (house) => [
    ...successes(house),
    ...refusals(house),
    ...hostileNames({ content: 'x' }),
    ...faultCases(house, CALL, { contents: OLD, isWriting: true }),
    ...faultCases(house, APPEND, { contents: OLD, isWriting: true }),
  ],
});

const successes = (house: WorkspaceHouse): ToolCase[] => {
  const written = (
    name: string,
    [given, contents]: [{ name: string; content: string; mode?: string }, Record<string, string>],
    content: string,
  ): ToolCase => ({
    name,
    arguments: given,
    prepare: house.holds(contents),
    expected: {
      texts: [
        new RegExp(`^(?:Wrote|Added to) the file ".*" \\(${Buffer.byteLength(content)} bytes`),
      ],
      check: writes(house, given.name, content),
    },
  });
  const full = Object.fromEntries(Array.from({ length: 59 }, (_, index) => [`f${index}`, '']));
  return [
    written('in place of what there is', [CALL, OLD], 'new\n'),
    written('in place, said so', [{ ...CALL, mode: 'replace' }, OLD], 'new\n'),
    written('where there is none', [CALL, {}], 'new\n'),
    written('at the end', [APPEND, OLD], 'old\nnew\n'),
    written('at the end of none', [APPEND, {}], 'new\n'),
    written('at the end of an empty file', [APPEND, { 'log.txt': '' }], 'new\n'),
    written('nothing in place of something', [{ ...CALL, content: '' }, OLD], ''),
    written('nothing at the end', [{ ...APPEND, content: '' }, OLD], 'old\n'),
    written('text in another script', [{ ...APPEND, content: '三天' }, OLD], 'old\n三天'),
    written('in a folder', [{ ...CALL, name: 'out/log.txt' }, OLD], 'new\n'),
    written('when no other file has room', [CALL, { ...full, ...OLD }], 'new\n'),
    written(
      'less in place of more when the workspace is full',
      [
        CALL,
        { 'log.txt': 'x'.repeat(1_000_000), b: 'x'.repeat(1_000_000), c: 'x'.repeat(1_000_000) },
      ],
      'new\n',
    ),
  ];
};

const refusals = (house: WorkspaceHouse): ToolCase[] => [
  refused('a mode that there is not', { ...CALL, mode: 'prepend' }),
  refused('no content', { name: 'a' }),
  ...['LOG.txt', '\uff4cog.txt', 'log.txt/a'].map((name) => ({
    ...refused(
      `${name} beside log.txt`,
      { ...CALL, name },
      { code: 'conflict', message: /"log.txt"/ },
    ),
    prepare: house.holds(OLD),
  })),
  {
    ...refused(
      'an addition beside a look-alike',
      { ...APPEND, name: 'LOG.txt' },
      { code: 'conflict' },
    ),
    prepare: house.holds(OLD),
  },
  {
    ...refused('an addition that makes it too large', APPEND, {
      code: 'payload_too_large',
      message: /larger than 1000000 bytes/,
    }),
    prepare: house.holds({ 'log.txt': 'x'.repeat(999_999) }),
  },
  {
    ...refused('a new file in a full workspace', CALL, {
      code: 'quota_exceeded',
      message: /60 files/,
    }),
    prepare: house.holds(
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, ''])),
    ),
  },
];
