import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { TOOLS } from '../../src/tools/index.js';
import { toToolVariables } from '../../src/tools/variables.js';

/** The cells of every line of a table, without what Prettier puts around them. */
const toRows = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

let rows: string[][];
beforeAll(async () => {
  rows = toRows(await readFile(new URL('../../docs/tools.md', import.meta.url), 'utf8'));
});

const rowOf = (name: string): string[] | undefined =>
  rows.find(([first]) => first === `\`${name}\``);

describe('docs/tools.md', () => {
  it.each(TOOLS.map(({ name, risk }) => [name, risk]))(
    'has a line about the tool %s with its risk and its limitations',
    (name, risk) => {
      expect(rowOf(name)).toEqual([`\`${name}\``, risk, expect.any(String), expect.any(String)]);
    },
  );

  it.each(Object.entries<z.ZodType>(toToolVariables(TOOLS)))(
    'has a line about the setting %s with its default and its description',
    (variable, schema) => {
      const given = z.union([z.string(), z.number()]).optional().parse(schema.parse(undefined));
      const standard = given === undefined ? '–' : `\`${given}\``;

      expect(rowOf(variable)).toEqual([`\`${variable}\``, standard, schema.description]);
    },
  );

  it('names no tool and no setting that does not exist', () => {
    const known = new Set([
      ...TOOLS.map(({ name }) => name),
      ...Object.keys(toToolVariables(TOOLS)),
    ]);

    const unknown = rows
      .map(([first = '']) => first.slice(1, -1))
      .filter((name) => !known.has(name));

    expect(unknown).toEqual([]);
  });
});
