import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApplication, type TestApplication } from '../support/application.js';
import { eventually } from '../support/eventually.js';
import { addPerson } from '../support/people.js';
import { readZipEntries } from '../support/zip-entries.js';

/** Stands in all that is another person's. */
const SECRET = 'xylophone';
/** More than are read at a time. */
const MEMORIES = 101;

describe('GET /v1/users/me/export', () => {
  let here: TestApplication;
  let adminKey: string;
  let memberKey: string;
  let entries: Map<string, Buffer>;

  const download = (key: string) =>
    fetch(`${here.url}/v1/users/me/export`, { headers: { Authorization: `Bearer ${key}` } });
  const putFile = (key: string, name: string, body: string) =>
    fetch(`${here.url}/v1/files/${encodeURIComponent(name)}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${key}` },
      body,
    });
  const linesOf = (name: string) =>
    String(entries.get(name))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  beforeAll(async () => {
    here = await startApplication();
    ({ adminKey } = await here.tenant());
    memberKey = (await addPerson(here, adminKey)).apiKey;
    const say = (key: string, path: string, body: object) => here.call('POST', path, { key, body });
    for (let number = 1; number <= MEMORIES; number += 1) {
      await say(memberKey, '/v1/memories', { content: `Berth ${number} is ${number * 7} m long.` });
    }
    await say(memberKey, '/v1/chat', { message: 'How long is a berth?' });
    await putFile(memberKey, 'out/berths.csv', 'berth,fee\nA1,40\n');
    await say(adminKey, '/v1/memories', { content: `Plays the ${SECRET}.` });
    await say(adminKey, '/v1/chat', { message: `Where is my ${SECRET}?` });
    await putFile(adminKey, `${SECRET}.csv`, SECRET);
    const response = await download(memberKey);
    expect(response.headers.get('content-disposition')).toMatch(/my-data-\d{4}-\d\d-\d\d\.zip/u);
    entries = await readZipEntries(Buffer.from(await response.arrayBuffer()));
  }, 120_000);
  afterAll(() => here.close());

  it("contains all of the user's conversations, memories and files", () => {
    expect([...entries.keys()]).toEqual([
      'conversations.jsonl',
      'messages.jsonl',
      'memories.jsonl',
      'files/out/berths.csv',
      'about.json',
    ]);
    expect(linesOf('conversations.jsonl')).toHaveLength(1);
    expect(linesOf('messages.jsonl').map(({ role }) => role)).toContain('user');
    expect(new Set(linesOf('memories.jsonl').map(({ content }) => content)).size).toBe(MEMORIES);
    expect(String(entries.get('files/out/berths.csv'))).toContain('A1,40');
  });

  it('contains nothing of anybody else, not even for administrators', () => {
    expect([...entries.values()].map(String).join('\n')).not.toContain(SECRET);
  });

  it('is limited to one a minute per person, and audited', async () => {
    // The first one may still be ending, which is another refusal.
    const again = await eventually(
      () => download(memberKey),
      ({ status }) => status !== 409,
    );
    const other = await download(adminKey);
    await other.arrayBuffer();
    const audit = await here.call('GET', '/v1/audit?action=user.export', { key: adminKey });

    expect([again.status, other.status]).toEqual([429, 200]);
    expect(audit.json).toMatchObject({ items: [{ result: 'ok' }, { result: 'ok' }] });
  });

  it('contains no more than the key may see', async () => {
    const { apiKey } = await addPerson(here, adminKey);
    const body = { name: 'Memories', permissions: ['memories'] };
    const { json } = await here.call('POST', '/v1/api-keys', { key: apiKey, body });
    const limited = await download((json as { apiKey: string }).apiKey);

    const archive = await readZipEntries(Buffer.from(await limited.arrayBuffer()));
    expect([...archive.keys()]).toEqual(['memories.jsonl', 'about.json']);
  });
});
