import { connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { DocumentId, newId } from '../../src/shared/ids.js';
import { createFakeApiDeps } from '../fakes/api-deps.js';
import { createFakeUseCases } from '../fakes/api-use-cases.js';
import { eventually } from '../support/eventually.js';
import { serveApi } from '../support/serve-api.js';

const open: { close: () => Promise<void> }[] = [];
const serve = async (overrides: Parameters<typeof createFakeApiDeps>[0]) => {
  const fake = createFakeApiDeps(overrides);
  const api = await serveApi(fake.deps);
  open.push(api);
  return { ...fake, api };
};
afterEach(async () => {
  for (const api of open.splice(0)) await api.close();
});

/** Work that goes on until it is told to end. */
const createHold = () => {
  const ends: (() => void)[] = [];
  return {
    wait: () => new Promise<void>((resolve) => void ends.push(resolve)),
    begun: (count: number) =>
      eventually(
        () => ends.length,
        (begun) => begun === count,
      ),
    end: () => {
      for (const end of ends.splice(0)) end();
    },
  };
};

describe('POST /v1/search', () => {
  it.each(['/v1/search', '/v1/search/explain'])(
    'ends at its time limit if the index never answers, and another one may begin: %s',
    async (path) => {
      const never = () => new Promise<never>(() => undefined);
      const { api, keys } = await serve({
        maxParallelSearchesPerUser: 1,
        searchTimeoutMs: 20,
        searchChunks: never,
        explainSearch: never,
      });
      const { apiKey: key } = keys.issue({ role: 'member' });
      const body = {
        query: 'days',
        ...(path.endsWith('explain') && { documentId: newId(DocumentId) }),
      };

      const first = await api.call('POST', path, { key, body });
      const second = await api.call('POST', path, { key, body });

      expect([first.json, second.json]).toMatchObject([
        { status: 504, code: 'deadline_exceeded' },
        { status: 504, code: 'deadline_exceeded' },
      ]);
    },
  );

  it('runs as many searches of a user at once as allowed, and refuses one more', async () => {
    const hold = createHold();
    const { searchChunks } = createFakeUseCases();
    const { api, keys, shed } = await serve({
      maxParallelSearchesPerUser: 2,
      searchChunks: async (scope, search) => {
        await hold.wait();
        return searchChunks(scope, search);
      },
    });
    const [one, other] = [keys.issue({ role: 'member' }), keys.issue({ role: 'member' })];
    const search = (key: string) =>
      api.call('POST', '/v1/search', { key, body: { query: 'days' } });
    const running = [search(one.apiKey), search(one.apiKey)];
    await hold.begun(2);

    const third = await search(one.apiKey);
    const others = search(other.apiKey);
    await hold.begun(3);
    hold.end();

    expect(third.json).toMatchObject({ status: 429, code: 'too_many_parallel_searches' });
    expect(third.headers.get('retry-after')).toBe('1');
    expect(shed).toEqual(['too_many_parallel_searches']);
    const answers = await Promise.all([...running, others]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('POST /v1/documents', () => {
  it('takes as many uploads of a user at once as allowed, and refuses one more', async () => {
    const hold = createHold();
    const { uploadDocument } = createFakeUseCases();
    const { api, keys, shed } = await serve({
      maxParallelUploadsPerUser: 1,
      uploadDocument: async (scope, upload) => {
        await hold.wait();
        return uploadDocument(scope, upload);
      },
    });
    const { apiKey: key } = keys.issue({ role: 'admin' });
    const body = { title: 'Notes', text: 'Three days.' };
    const running = api.call('POST', '/v1/documents', { key, body });
    await hold.begun(1);

    const second = await api.call('POST', '/v1/documents', { key, body });
    const form = new FormData();
    form.append('file', new Blob(['Three days.']), 'notes.txt');
    const headers = { Authorization: `Bearer ${key}` };
    const third = await fetch(`${api.url}/v1/documents`, { method: 'POST', headers, body: form });
    hold.end();

    expect(second.json).toMatchObject({ status: 429, code: 'too_many_parallel_uploads' });
    expect(third.status).toBe(429);
    expect(shed).toEqual(['too_many_parallel_uploads', 'too_many_parallel_uploads']);
    expect((await running).status).toBeLessThan(300);
  });

  it('frees its slot when the client aborts an upload', async () => {
    const { api, keys } = await serve({ maxParallelUploadsPerUser: 1 });
    const { apiKey: key } = keys.issue({ role: 'admin' });
    const socket = connect(api.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const head =
      `POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 10000\r\n\r\n' +
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nThree';
    socket.write(head);
    const body = { title: 'Notes', text: 'Three days.' };
    const upload = async () => (await api.call('POST', '/v1/documents', { key, body })).status;
    await eventually(upload, (status) => status === 429);

    socket.destroy();

    await eventually(upload, (status) => status < 300);
  });
});
