import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import type { LoadedModel } from './inference.js';

const MAX_TEXTS = 2_048;
const MAX_BODY_BYTES = 64 * 1024 * 1024;

const EmbeddingsRequest = z.object({
  model: z.string(),
  input: z.union([z.string().transform((text) => [text]), z.array(z.string()).max(MAX_TEXTS)]),
  priority: z.enum(['interactive', 'background']).default('interactive'),
});

const RerankRequest = z.object({
  model: z.string(),
  query: z.string(),
  documents: z.array(z.string()).max(MAX_TEXTS),
  /** A passage that is not scored within this time gets no score. */
  time_limit_ms: z.number().positive().default(Infinity),
});

type Models = ReadonlyMap<string, Promise<LoadedModel>>;

/** Serves local models in the format of OpenAI's `/embeddings` and Cohere's `/rerank`. Processes one text at a time, questions first. */
export const createModelServer = (models: Models): Server => {
  const queue = createWorkQueue();
  return createServer((request, response) => {
    void answer({ models, queue }, request, response).catch((error: unknown) => {
      const status = error instanceof z.ZodError || error instanceof SyntaxError ? 400 : 500;
      send(response, status, { error: { message: String(error), type: 'local_model' } });
    });
  });
};

type Serving = { models: Models; queue: WorkQueue };

const answer = async (
  serving: Serving,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const left = new AbortController();
  response.once('close', () => {
    left.abort();
  });
  const body: unknown = JSON.parse(await readBody(request));
  const work = WORK[`${request.method ?? ''} ${request.url ?? ''}`];
  if (work === undefined) send(response, 404, { error: { message: 'There is nothing here.' } });
  else send(response, 200, await work(serving, body, left.signal));
};

const embed = async (
  { models, queue }: Serving,
  { model, input, priority }: z.infer<typeof EmbeddingsRequest>,
  signal: AbortSignal,
) => {
  const loaded = await findModel(models, model);
  const data: { index: number; embedding: number[] }[] = [];
  let tokens = 0;
  await queue.run({ priority, signal }, byLength(input), async ({ index, text }) => {
    const { vector, tokens: some } = await loaded.embed(text);
    tokens += some;
    data.push({ index, embedding: vector });
  });
  return { object: 'list', model, data, usage: { prompt_tokens: tokens, total_tokens: tokens } };
};

const rerank = async (
  { models, queue }: Serving,
  { model, query, documents, time_limit_ms: limitMs }: z.infer<typeof RerankRequest>,
  signal: AbortSignal,
) => {
  const loaded = await findModel(models, model);
  const stopAt = performance.now() + limitMs;
  const results: { index: number; relevance_score: number }[] = [];
  // In the given order, the likeliest first, because time may run out.
  const texts = documents.map((text, index) => ({ index, text }));
  await queue.run({ priority: 'interactive', signal }, texts, async ({ index, text }) => {
    if (performance.now() > stopAt) return;
    results.push({ index, relevance_score: await loaded.score(query, text) });
  });
  return { model, results };
};

type Work = (serving: Serving, body: unknown, signal: AbortSignal) => Promise<object>;

const WORK: Readonly<Record<string, Work>> = {
  'POST /embeddings': (serving, body, signal) =>
    embed(serving, EmbeddingsRequest.parse(body), signal),
  'POST /rerank': (serving, body, signal) => rerank(serving, RerankRequest.parse(body), signal),
};

const findModel = (models: Models, name: string): Promise<LoadedModel> => {
  const model = models.get(name);
  if (model === undefined) throw new Error(`There is no model "${name}" here.`);
  return model;
};

/** Processing texts of similar length one after the other keeps memory use even. */
const byLength = (texts: readonly string[]): { index: number; text: string }[] =>
  texts
    .map((text, index) => ({ index, text }))
    .sort((left, right) => left.text.length - right.text.length);

const readBody = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > MAX_BODY_BYTES) throw new Error('The request is too long.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

const send = (response: ServerResponse, status: number, body: object): void => {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

type Priority = 'interactive' | 'background';

type Request = { signal: AbortSignal; priority: Priority };

/** The remaining items of a request, in order. */
type Waiting = Request & { items: (() => Promise<void>)[] };

type WorkQueue = ReturnType<typeof createWorkQueue>;

/**
 * Processes one item at a time; interactive work goes before background work. Among interactive requests, the one with the fewest remaining
 * items goes first, so that a question does not wait for another question's passages to be reranked.
 */
export const createWorkQueue = () => {
  const waiting: Record<Priority, Waiting[]> = { interactive: [], background: [] };
  let isWorking = false;

  const takeNext = (): (() => Promise<void>) | undefined => {
    const request = fewestLeft(waiting.interactive) ?? waiting.background[0];
    const item = request?.items.shift();
    if (request?.items.length === 0) {
      waiting[request.priority] = waiting[request.priority].filter((one) => one !== request);
    }
    return item;
  };

  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    for (let next = takeNext(); next !== undefined; next = takeNext()) await next();
    isWorking = false;
  };

  /** Runs the work on every item, in order; rejects with the first failure. */
  const run = async <Item>(
    request: Request,
    items: readonly Item[],
    runItem: (item: Item) => Promise<void>,
  ): Promise<void> => {
    if (items.length === 0) return;
    const left: Waiting['items'] = [];
    const done = items.map(
      (item) =>
        new Promise<void>((resolve, reject) => {
          left.push(async () => {
            // Nobody wants the result any more.
            if (request.signal.aborted) resolve();
            else await runItem(item).then(resolve, reject);
          });
        }),
    );
    waiting[request.priority].push({ ...request, items: left });
    void work();
    await Promise.all(done);
  };

  return { run };
};

const fewestLeft = (requests: readonly Waiting[]): Waiting | undefined =>
  requests.reduce<Waiting | undefined>(
    (fewest, one) =>
      fewest === undefined || one.items.length < fewest.items.length ? one : fewest,
    undefined,
  );
