import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { startServer } from '../test/support/start-service.js';
import { inFolder } from './in-folder.js';
import { createProse } from './corpus/prose.js';
import { runConcurrently } from './corpus/run-concurrently.js';
import { median, percentile, reportRatio } from './measure.js';

const SEARCH_ROUNDS = 7;
const UPLOAD_ROUNDS = 3;
const DOCUMENTS = 12;
const SENTENCES_PER_DOCUMENT = 150;
const SEARCHES = 30;
const TENANTS = 200;
const SMALL_DOCUMENTS = 20;
const SMALL_SENTENCES = 15;
const SEARCHES_BESIDE_MANY = 200;
const FLOODING_SEARCHES = 12;
const UPLOADS = 4;
const FLOODING_FILES = 6;
const FLOODING_FILE_BYTES = 4 * 1024 * 1024;
const QUESTION_LENGTH = 7900;
const POLL_MS = 10;
/** The store indexes the last texts after they are ready, or gone. */
const SETTLE_MS = 2_000;
/** Connections of one tenant that ask as fast as they are answered. */
const FLOODS = [40, 100];
const REQUEST_ROUNDS = 5;
const REQUESTS = 30;
const OPERATOR_KEY = randomBytes(24).toString('hex');
const NO_LIMIT = '1000000';

/** One tenant's searches beside 199 others whose documents have just come, and its times while another floods the same process. */
export const measureNeighbours = async (): Promise<void> => {
  await withServer(measureRequests);
  await withServer(measureManyTenants);
  await withServer(async (url) => {
    const [flooding, other] = [await createTenant(url), await createTenant(url)];
    await Promise.all([fill(flooding, 1), fill(other, 2)]);
    await measureSearches({ flooding, other });
    await measureUploads({ flooding, other });
  });
};

const withServer = (measure: (url: string) => Promise<void>): Promise<void> =>
  inFolder(async (dataDir) => {
    const server = await startServer({
      DATA_DIR: dataDir,
      BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
      LOG_LEVEL: 'error',
      // What a tenant's requests a minute may be is another limit; here it is the machine that is shared.
      REQUESTS_PER_MINUTE_PER_KEY: NO_LIMIT,
      REQUESTS_PER_MINUTE_PER_USER: NO_LIMIT,
      REQUESTS_PER_MINUTE_PER_TENANT: NO_LIMIT,
    });
    try {
      await measure(server.url);
    } finally {
      await server.terminate();
    }
  });

type Tenant = {
  /** The id of a document on its way into the index. */
  upload(text: string): Promise<string>;
  statusOf(id: string): Promise<string>;
  remove(id: string): Promise<void>;
  /** The status of the response. */
  search(query: string): Promise<number>;
  /** Calls GET /v1/me and returns the status of the response. */
  me(): Promise<number>;
};
type Tenants = { flooding: Tenant; other: Tenant };

const Created = z.object({ apiKey: z.string() });
const Uploaded = z.object({ document: z.object({ id: z.string() }) });
const Document = z.object({ status: z.string() });

const createTenant = async (url: string): Promise<Tenant> => {
  const slug = `t-${randomBytes(6).toString('hex')}`;
  const admin = { email: `admin@${slug}.example` };
  const asOperator = createAsk(url, OPERATOR_KEY);
  const created = await asOperator('POST', '/v1/tenants', { slug, name: slug, admin });
  const ask = createAsk(url, Created.parse(await created.json()).apiKey);
  return {
    upload: async (text) => {
      const form = new FormData();
      form.append('file', new Blob([text]), 'text.txt');
      return Uploaded.parse(await (await ask('POST', '/v1/documents', form)).json()).document.id;
    },
    statusOf: async (id) =>
      Document.parse(await (await ask('GET', `/v1/documents/${id}`)).json()).status,
    remove: async (id) => {
      await ask('DELETE', `/v1/documents/${id}`);
    },
    search: async (query) => {
      const response = await ask('POST', '/v1/search', { query });
      await response.arrayBuffer();
      return response.status;
    },
    me: async () => {
      const response = await ask('GET', '/v1/me');
      await response.arrayBuffer();
      return response.status;
    },
  };
};

const createAsk =
  (url: string, key: string) =>
  (method: string, path: string, body?: FormData | object): Promise<Response> => {
    const isForm = body === undefined || body instanceof FormData;
    return fetch(url + path, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(!isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  };

const fill = async (tenant: Tenant, seed: number): Promise<void> => {
  const prose = createProse(seed);
  const ids: string[] = [];
  for (let document = 0; document < DOCUMENTS; document += 1) {
    ids.push(await tenant.upload(prose.paragraph(SENTENCES_PER_DOCUMENT)));
  }
  for (const id of ids) await untilReady(tenant, id);
};

const untilReady = async (tenant: Tenant, id: string): Promise<void> => {
  for (;;) {
    const status = await tenant.statusOf(id);
    if (status === 'ready') return;
    if (status === 'failed') throw new Error('A document of the bench failed.');
    await delay(POLL_MS);
  }
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const timesOf = async (count: number, work: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) times.push(await timed(work));
  return times;
};

const LONG_QUESTIONS = {
  English: () => {
    const prose = createProse(3);
    let text = prose.question();
    while (text.length < QUESTION_LENGTH) text += ` ${prose.question()}`;
    return text.slice(0, QUESTION_LENGTH);
  },
  Chinese: () =>
    Array.from({ length: QUESTION_LENGTH }, (_unused, index) =>
      String.fromCodePoint(0x4e00 + index),
    ).join(''),
};

/** Searches of one tenant alone, and right after 199 others have got their documents: index work for all of them is due then. */
const measureManyTenants = async (url: string): Promise<void> => {
  const [first, ...others] = await runConcurrently(Array.from({ length: TENANTS }), () =>
    createTenant(url),
  );
  if (first === undefined) throw new Error('There is a first tenant.');
  const prose = createProse(5);
  const search = async (): Promise<void> => {
    const status = await first.search(prose.question());
    if (status !== 200) throw new Error(`A search beside many tenants got ${status}.`);
  };
  await fillSmall(first, 0);
  await delay(SETTLE_MS);
  await timesOf(SEARCHES, search);
  const alone = await timesOf(SEARCHES_BESIDE_MANY, search);
  await runConcurrently([...others.entries()], ([index, tenant]) => fillSmall(tenant, index + 1));
  const beside = await timesOf(SEARCHES_BESIDE_MANY, search);
  report(`search beside ${TENANTS - 1} tenants of ${SMALL_DOCUMENTS} documents`, [
    { alone, beside },
  ]);
};

const fillSmall = async (tenant: Tenant, seed: number): Promise<void> => {
  const prose = createProse(seed);
  const texts = Array.from({ length: SMALL_DOCUMENTS }, () => prose.paragraph(SMALL_SENTENCES));
  const ids = await runConcurrently(texts, (text) => tenant.upload(text));
  for (const id of ids) await untilReady(tenant, id);
};

/** The smallest request there is, while another tenant sends it from many connections: what they share is the process and its database. */
const measureRequests = async (url: string): Promise<void> => {
  const [flooding, other] = [await createTenant(url), await createTenant(url)];
  const ask = async (): Promise<void> => {
    const status = await other.me();
    if (status !== 200) throw new Error(`A request of the other tenant got ${status}.`);
  };
  await flooding.me();
  await timesOf(REQUESTS, ask);
  for (const connections of FLOODS) {
    const rounds: Round[] = [];
    for (let round = 0; round < REQUEST_ROUNDS; round += 1) {
      const alone = await timesOf(REQUESTS, ask);
      const flood = startFlood(connections, () => flooding.me());
      await flood.begun;
      const beside = await timesOf(REQUESTS, ask);
      await flood.end();
      rounds.push({ alone, beside });
    }
    report(`request beside ${connections} connections of another tenant`, rounds);
  }
};

const measureSearches = async ({ flooding, other }: Tenants): Promise<void> => {
  const prose = createProse(4);
  const search = async (): Promise<void> => {
    const status = await other.search(prose.question());
    if (status !== 200) throw new Error(`A search of the other tenant got ${status}.`);
  };
  await timesOf(SEARCHES, search);
  for (const [language, makeQuestion] of Object.entries(LONG_QUESTIONS)) {
    const question = makeQuestion();
    const rounds: Round[] = [];
    for (let round = 0; round < SEARCH_ROUNDS; round += 1) {
      const alone = await timesOf(SEARCHES, search);
      const flood = startFlood(FLOODING_SEARCHES, () => flooding.search(question));
      await flood.begun;
      const beside = await timesOf(SEARCHES, search);
      await flood.end();
      rounds.push({ alone, beside });
    }
    report(`search beside 12 long ones, ${language}`, rounds);
  }
};

/** Sends requests without a pause on so many connections, until it is ended. */
const startFlood = (atOnce: number, ask: () => Promise<unknown>) => {
  let isEnded = false;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const askOn = async (): Promise<void> => {
    while (!isEnded) {
      await ask();
      begin();
    }
  };
  const asking = Promise.all(Array.from({ length: atOnce }, askOn));
  return {
    begun,
    end: async (): Promise<void> => {
      isEnded = true;
      await asking;
    },
  };
};

const measureUploads = async ({ flooding, other }: Tenants): Promise<void> => {
  let uploads = 0;
  const upload = async (): Promise<void> => {
    uploads += 1;
    await untilReady(other, await other.upload(`The code of door number ${uploads} is blue.`));
  };
  await timesOf(UPLOADS, upload);
  const rounds: Round[] = [];
  for (let round = 0; round < UPLOAD_ROUNDS; round += 1) {
    const alone = await timesOf(UPLOADS, upload);
    const files = await startFiles(flooding, round);
    const beside = await timesOf(UPLOADS, upload);
    for (const id of files) await flooding.remove(id);
    await untilGone(flooding, files);
    rounds.push({ alone, beside });
  }
  report('small upload beside 6 files of tiny sentences', rounds);
};

/** Six files that take long; the first of them is being read when this resolves. */
const startFiles = async (tenant: Tenant, round: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let file = 0; file < FLOODING_FILES; file += 1) {
    const text = `Round ${round}, file ${file}. ${'A. B. '.repeat(FLOODING_FILE_BYTES / 6)}`;
    ids.push(await tenant.upload(text));
  }
  const [first = ''] = ids;
  while ((await tenant.statusOf(first)) === 'queued') await delay(POLL_MS);
  return ids;
};

/** Waits until the documents are gone and nothing more is done for them. */
const untilGone = async (tenant: Tenant, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    while ((await tenant.statusOf(id).catch(() => 'gone')) !== 'gone') await delay(POLL_MS);
  }
  await delay(SETTLE_MS);
};

type Round = { alone: readonly number[]; beside: readonly number[] };

const report = (goal: string, rounds: readonly Round[]): void => {
  const p95 = (of: keyof Round) => rounds.map((round) => percentile(round[of], 95));
  const ratios = rounds.map(({ alone, beside }) => percentile(beside, 95) / percentile(alone, 95));
  const medians = rounds.map(({ alone, beside }) => median(beside) / median(alone));
  reportRatio({
    goal,
    ratio: median(ratios),
    ambitious: '1.3',
    must: '2',
    detail: `p95 ${median(p95('beside')).toFixed(0)} ms against ${median(p95('alone')).toFixed(0)} ms; medians ${median(medians).toFixed(2)}×`,
  });
};
