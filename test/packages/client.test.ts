import { describe, expect, it } from '@jest/globals';
import { createClient, isKnowledgeRouterError, type ClientOptions } from '@knowledge-router/client';

type Sent = { method: string; url: string; headers: Headers; body: unknown };
type Reply = Response | Error | ((sent: Sent, signal: AbortSignal | undefined) => Response);

/** A client whose requests are answered in this order, and what it sent and waited for. */
const openClient = (replies: Reply[], options: Partial<ClientOptions> = {}) => {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const fetch: typeof globalThis.fetch = async (url, init = {}) => {
    const request = {
      method: init.method ?? 'GET',
      url: url instanceof Request ? url.url : url.toString(),
      headers: new Headers(init.headers),
      body: init.body,
    };
    sent.push(request);
    const reply = replies[sent.length - 1];
    if (reply === undefined) throw new Error('There is no reply left.');
    if (reply instanceof Error) throw reply;
    return typeof reply === 'function' ? reply(request, init.signal ?? undefined) : reply;
  };
  const parts = {
    random: () => 1,
    sleep: async (ms: number) => {
      waits.push(ms);
    },
  };
  const client = createClient(
    { url: 'http://api.example/', apiKey: 'kr_key', fetch, ...options },
    parts,
  );
  return { client, sent, waits };
};

const json = (body: unknown, status = 200) => Response.json(body, { status });

const refusal = (code: string, status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ code, status, detail: `It is ${code}.`, requestId: 'r-1' }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });

const away = () => new TypeError('fetch failed');

const streamOf = (parts: readonly string[], { isCut = false } = {}) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        if (!isCut) controller.close();
      },
      pull: (controller) => {
        if (isCut) controller.error(new TypeError('terminated'));
      },
    }),
  );

const told = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const collect = async <Item>(items: AsyncIterable<Item>) => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

const keysOf = (sent: readonly Sent[]) => sent.map(({ headers }) => headers.get('Idempotency-Key'));

describe('a question from the client', () => {
  it('is sent again with the same key while the server is away or fails', async () => {
    const { client, sent, waits } = openClient([
      away(),
      refusal('storage_unavailable', 503),
      refusal('internal_error', 500),
      json({ answer: 'Three days.' }),
    ]);

    const { answer } = await client.ask('How many days?');

    expect(answer).toBe('Three days.');
    expect(waits).toEqual([500, 1000, 2000]);
    expect(new Set(keysOf(sent)).size).toBe(1);
    expect(keysOf(sent)[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer kr_key');
    expect(sent[0]?.body).toBe('{"message":"How many days?"}');
  });

  it.each([
    { given: '7', waits: [7000] },
    { given: new Date(Date.now() - 5_000).toUTCString(), waits: [0] },
  ])('waits as long as Retry-After says: $waits', async ({ given, waits }) => {
    const opened = openClient([
      refusal('rate_limited', 429, { 'Retry-After': given }),
      json({ answer: 'Yes.' }),
    ]);

    await opened.client.ask('Really?');

    expect(opened.waits).toEqual(waits);
  });

  it.each([
    { why: 'was refused for good', reply: refusal('validation_failed', 422) },
    { why: 'exceeded a quota', reply: refusal('quota_exceeded', 429) },
    {
      why: 'would have to wait too long',
      reply: refusal('rate_limited', 429, { 'Retry-After': '3600' }),
    },
  ])('is not sent again if it $why', async ({ reply }) => {
    const { client, sent } = openClient([reply]);

    await expect(client.ask('Really?')).rejects.toMatchObject({ name: 'KnowledgeRouterError' });

    expect(sent).toHaveLength(1);
  });

  it('fails after the maximum number of attempts, with the code of the last failure', async () => {
    const { client, sent } = openClient([away(), away(), away()], { maxRetries: 2 });

    const asked = client.ask('Anybody?');

    await expect(asked).rejects.toMatchObject({ code: 'connection_failed', status: null });
    expect(sent).toHaveLength(3);
  });

  it('rejects with the reason of an abort, not with a connection failure', async () => {
    const abort = new AbortController();
    const { client } = openClient([
      () => {
        abort.abort(new Error('Stopped by its user.'));
        throw away();
      },
    ]);

    const asked = client.ask('Really?', { signal: abort.signal });

    await expect(asked).rejects.toThrow('Stopped by its user.');
  });
});

describe('an error response to the client', () => {
  it('is thrown with its code, status, request and fields', async () => {
    const body = {
      code: 'validation_failed',
      status: 422,
      detail: 'Refused.',
      requestId: 'r-2',
      errors: [{ path: 'message', message: 'is empty' }],
    };
    const { client } = openClient([json(body, 422)]);

    const error: unknown = await client.ask('').catch((thrown: unknown) => thrown);

    expect(isKnowledgeRouterError(error, 'validation_failed')).toBe(true);
    expect(error).toMatchObject({
      status: 422,
      requestId: 'r-2',
      message: 'Refused. message is empty.',
      errors: [{ path: 'message', message: 'is empty' }],
    });
  });

  it('of a proxy before the API is described as such', async () => {
    const { client } = openClient([new Response('<h1>Login</h1>', { status: 401 })]);

    await expect(client.me()).rejects.toMatchObject({ code: 'unexpected_answer', status: 401 });
  });

  it('that is a page instead of an answer is described as such', async () => {
    const { client } = openClient([new Response('<h1>Welcome</h1>')]);

    await expect(client.me()).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 });
  });
});

describe('a request that must not take effect twice', () => {
  it('is sent again if it was refused beforehand, but not if its answer was lost', async () => {
    const limited = openClient([refusal('rate_limited', 429), json({ id: 'c-1' })]);
    const lost = openClient([away()]);

    await limited.client.collections.create({ name: 'Journeys' });
    const creating = lost.client.collections.create({ name: 'Journeys' });

    await expect(creating).rejects.toMatchObject({ code: 'connection_failed' });
    expect([limited.sent.length, lost.sent.length]).toEqual([2, 1]);
  });

  it('treats a deletion whose first answer was lost as done', async () => {
    const lost = openClient([away(), refusal('not_found', 404)]);
    const missing = openClient([refusal('not_found', 404)]);

    await lost.client.documents.delete('d-1');

    await expect(missing.client.documents.delete('d-1')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a streamed answer in the client', () => {
  it('yields events however the bytes are split, and ignores comments', async () => {
    const text = `: here\n\n${told('delta', { text: 'Zwölf Tage.' })}${told('answer', { answer: 'Zwölf Tage.' })}`;
    const bytes = new TextEncoder().encode(text);
    const single = new Response(
      new ReadableStream({
        start: (controller) => {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      }),
    );
    const { client, sent } = openClient([single]);

    const events = await collect(client.stream('Wie viele?'));

    expect(events).toEqual([
      { event: 'delta', data: { text: 'Zwölf Tage.' } },
      { event: 'answer', data: { answer: 'Zwölf Tage.' } },
    ]);
    expect(sent[0]?.headers.get('Accept')).toBe('text/event-stream');
  });

  it('that breaks off is resumed with the same key, and repeats no text', async () => {
    const { client, sent } = openClient([
      streamOf([told('delta', { text: 'Three ' })], { isCut: true }),
      streamOf([
        told('delta', { text: 'Three ' }),
        told('delta', { text: 'days.' }),
        told('answer', { answer: 'Three days.' }),
      ]),
    ]);

    const events = await collect(client.stream('How many days?'));

    expect(events.map(({ event }) => event)).toEqual(['delta', 'answer']);
    expect(new Set(keysOf(sent)).size).toBe(1);
  });

  it('throws the error that it ends with', async () => {
    const problem = { code: 'deadline_exceeded', status: 504, detail: 'Late.', requestId: 'r-3' };
    const { client } = openClient([streamOf([told('error', problem)])]);

    await expect(collect(client.stream('Slow?'))).rejects.toMatchObject({
      code: 'deadline_exceeded',
      message: 'Late.',
    });
  });

  it('closes its connection when nobody reads on', async () => {
    const closed: unknown[] = [];
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode(told('delta', { text: 'A' }))),
      cancel: (reason) => void closed.push(reason),
    });
    const { client } = openClient([new Response(body)]);

    for await (const { event } of client.stream('Long?')) {
      if (event === 'delta') break;
    }

    expect(closed).toHaveLength(1);
  });
});

describe('an upload by the client', () => {
  const file = new Blob(['Up to three days.']);

  it('is a form with the file after its fields, with an idempotency key of its own', async () => {
    const { client, sent } = openClient([json({ duplicate: false }), json({ duplicate: false })]);

    await client.upload(file, { name: 'rules.md', source: 'drive', sourcePath: 'a/rules.md' });
    await client.upload(file, { name: 'rules.md', metadata: { year: 2026 } });

    const form = sent[0]?.body as FormData;
    expect([...form.keys()]).toEqual(['source', 'sourcePath', 'file']);
    expect(form.get('file')).toMatchObject({ name: 'rules.md', size: file.size });
    expect(new Set(keysOf(sent)).size).toBe(2);
  });

  it('reports its progress, again from the start if it is repeated', async () => {
    const seen: number[] = [];
    const read = async (sent: Sent) => new Response(sent.body as ReadableStream).text();
    const texts: Promise<string>[] = [];
    const { client } = openClient([
      (sent) => {
        texts.push(read(sent));
        return refusal('shutting_down', 503);
      },
      (sent) => {
        texts.push(read(sent));
        return json({ duplicate: false });
      },
    ]);

    await client.upload(
      file,
      { name: 'rules.md' },
      { onProgress: (at) => seen.push(at.sentBytes) },
    );
    const [first, second] = await Promise.all(texts);

    expect(seen.at(-1)).toBe(file.size);
    expect(first).toContain('Up to three days.');
    expect(second).toContain('Up to three days.');
  });
});

describe('a list that the client reads', () => {
  it('is loaded page by page, as far as somebody reads on', async () => {
    const page = (ids: string[], nextCursor: string | null) =>
      json({ items: ids.map((id) => ({ id })), nextCursor });
    const { client, sent } = openClient([page(['a', 'b'], 'next'), page(['c'], null)]);
    const filter = { type: 'eq', key: 'language', value: 'hu' } as const;

    const documents = await collect(client.documents.all({ filter }));

    expect(documents.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    const queries = sent.map(({ url }) => new URL(url).searchParams);
    expect(queries.map((query) => query.get('cursor'))).toEqual([null, 'next']);
    expect(queries.map((query) => query.get('filter'))).toEqual(
      Array(2).fill(JSON.stringify(filter)),
    );
  });
});

describe('evaluations of the client', () => {
  it('start a run, read all its results and compare it with an earlier one', async () => {
    const [before, after] = ['0197e0b2-0000-7000-8000-000000000001', 'run 2'];
    const page = (position: number, nextCursor: string | null) =>
      json({ items: [{ position }], nextCursor });
    const { client, sent } = openClient([
      json({ id: after }, 202),
      page(0, 'next'),
      page(1, null),
      json({ lost: 0 }),
      json({ lines: '{}\n' }),
    ]);
    const { evaluations } = client;

    const { id } = await evaluations.start({ name: 'later' });
    const results = await collect(evaluations.results(id));
    const compared = await evaluations.compare({ before, after: id });

    expect(results.map(({ position }) => position)).toEqual([0, 1]);
    expect(compared).toEqual({ lost: 0 });
    expect(await evaluations.exportLines()).toBe('{}\n');
    expect(sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'POST /v1/evaluations/runs',
      'GET /v1/evaluations/runs/run%202/results',
      'GET /v1/evaluations/runs/run%202/results',
      'GET /v1/evaluations/runs/run%202/comparison',
      'GET /v1/evaluations/export',
    ]);
    expect(new URL(sent[3]?.url ?? '').searchParams.get('with')).toBe(before);
  });
});
