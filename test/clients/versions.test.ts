import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { readClients } from '../support/clients.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

const Lists = z.looseObject({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
});

const pinned = async (list: string, name: string): Promise<string | undefined> => {
  const text = await read(list);
  if (!list.endsWith('.json')) {
    const line = text.split('\n').find((one) => one.startsWith(`${name}==`));
    return line?.slice(`${name}==`.length);
  }
  const { dependencies, devDependencies } = Lists.parse(JSON.parse(text));
  return { ...dependencies, ...devDependencies }[name];
};

describe('the table of tested clients', () => {
  it('has the installed versions', async () => {
    const clients = await readClients();

    const installed = await Promise.all(clients.map((one) => pinned(one.list, one.package)));

    expect(installed).toEqual(clients.map(({ version }) => version));
  });

  it('is the one in docs/integrate.md', async () => {
    const clients = await readClients();

    const rows = (await read('docs/integrate.md'))
      .split('\n')
      .filter((line) => /^\| .* \| \d+\.\d+\.\d+ +\|/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));

    expect(rows.map(([, client, version]) => `${client} ${version}`)).toEqual(
      clients.map(({ client, version }) => `${client} ${version}`),
    );
  });
});
