import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeSecret, toSignedHeaders } from '../../src/webhooks/sign.js';

const run = promisify(execFile);
const PAGE = new URL('../../docs/webhooks.md', import.meta.url);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-webhook-docs-'));
});
afterAll(() => rm(folder, { recursive: true }));

const snippet = async (language: string): Promise<string> =>
  new RegExp('```' + language + '\\n([^]*?)```').exec(await readFile(PAGE, 'utf8'))?.[1] ?? '';

type Given = { secret: string; headers: Record<string, string>; body: string };

/** Programs around the snippets that print what they make of a delivery. */
const PROGRAMS = {
  js: async (given: Given) => {
    const file = join(folder, 'verify.mjs');
    const call = `const { secret, headers, body } = JSON.parse(process.argv[2]);
      console.log(JSON.stringify(verify(secret, headers, body)));`;
    await writeFile(file, `${await snippet('js')}\n${call}`);
    return run(process.execPath, [file, JSON.stringify(given)]);
  },
  python: async (given: Given) => {
    const file = join(folder, 'verify.py');
    const call = `import sys\ngiven = json.loads(sys.argv[1])\nprint(json.dumps(verify(**given)))`;
    await writeFile(file, `${await snippet('python')}\n${call}`);
    return run('python3', [file, JSON.stringify(given)]);
  },
};

describe.each(Object.entries(PROGRAMS))('the example in %s of docs/webhooks.md', (_, verify) => {
  const body = JSON.stringify({ type: 'webhook.test', data: { name: 'Árvíztűrő' } });
  const deliver = (secrets: string[], ageSec = 0) =>
    toSignedHeaders(secrets, {
      id: randomUUID(),
      body,
      timestamp: Math.floor(Date.now() / 1000) - ageSec,
    });

  it('accepts what we sign, also while the secret is rotated', async () => {
    const [secret, old] = [makeSecret(), makeSecret()];

    const { stdout } = await verify({ secret: old, headers: deliver([secret, old]), body });

    expect(JSON.parse(stdout)).toEqual(JSON.parse(body));
  });

  it('refuses another body, another secret and an old time', async () => {
    const secret = makeSecret();
    const headers = deliver([secret]);

    const refused = [
      { secret, headers, body: body.replace('test', 'tent') },
      { secret: makeSecret(), headers, body },
      { secret, headers: deliver([secret], 600), body },
    ];

    for (const given of refused) await expect(verify(given)).rejects.toThrow(/not signed|too old/);
  });
});
