import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { parseConfig } from '../config/index.js';
import { TOOLS } from '../src/tools/index.js';
import { compose } from '../src/compose/index.js';
import type { ChatAnswer } from '../src/workflow/chat.js';
import { createClient, type Client, type UploadedDocument } from './client.js';
import { heading, line, printDocument, printTurn } from './print.js';
import { QUESTIONS, type DemoQuestion } from './questions.js';

const SAMPLES = fileURLToPath(new URL('./samples/', import.meta.url));
const INGESTION_LIMIT_MS = 120_000;

const main = async (): Promise<void> => {
  const check = process.argv.includes('--check');
  const dataDir = await mkdtemp(join(tmpdir(), 'knowledge-router-demo-'));
  const started = performance.now();
  const application = await compose(
    parseConfig(
      {
        ...modelVariables(),
        DATA_DIR: dataDir,
        PORT: '0',
        METRICS_PORT: '0',
        LOG_LEVEL: 'warn',
      },
      TOOLS,
    ),
  );
  try {
    const { url } = await application.serve();
    heading('Knowledge Router');
    line(`  ready at ${url} after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    line(`  data in ${dataDir}, removed at the end`);
    const client = createClient(url, await adminKey(dataDir));
    const documents = await uploadSamples(client);
    const problems = await askAll(client, documents);
    report(problems, { check });
  } finally {
    await application.close();
    await rm(dataDir, { recursive: true, force: true });
  }
};

// Storage is always embedded here; a model and an embedder are used when the environment names them.
const modelVariables = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(?:OPENAI|EMBEDDINGS|LLM)_/.test(name)),
  );

const adminKey = async (dataDir: string): Promise<string> =>
  z
    .object({ adminKey: z.string() })
    .parse(JSON.parse(await readFile(join(dataDir, 'bootstrap.json'), 'utf8'))).adminKey;

const uploadSamples = async (client: Client): Promise<UploadedDocument[]> => {
  heading('Documents');
  const names = (await readdir(SAMPLES)).filter((name) => name !== 'README.md');
  const uploaded = await Promise.all(names.map((name) => client.upload(join(SAMPLES, name))));
  return Promise.all(uploaded.map(({ id }) => untilReady(client, id)));
};

const untilReady = async (client: Client, id: string): Promise<UploadedDocument> => {
  const deadline = Date.now() + INGESTION_LIMIT_MS;
  let shownStage = '';
  for (;;) {
    const document = await client.document(id);
    if (document.progress.stage !== shownStage || document.status === 'failed')
      printDocument(document);
    shownStage = document.progress.stage;
    if (document.status === 'ready') return document;
    if (document.status === 'failed' || Date.now() > deadline) {
      throw new Error(`${document.filename} did not become ready.`);
    }
    await delay(100);
  }
};

const askAll = async (
  client: Client,
  documents: readonly UploadedDocument[],
): Promise<string[]> => {
  heading('Questions');
  const problems: string[] = [];
  let sessionId: string | undefined;
  for (const question of QUESTIONS) {
    const answer = await client.ask(question.question, question.followUp ? sessionId : undefined);
    sessionId = answer.sessionId;
    printTurn({ question, answer, receipt: await client.receipt(answer.executionId) });
    problems.push(...compare(question, answer, documents));
  }
  return problems;
};

const compare = (
  { question, expected }: DemoQuestion,
  answer: ChatAnswer,
  documents: readonly UploadedDocument[],
): string[] => {
  const problems: string[] = [];
  if (
    answer.responseType !== expected.responseType ||
    !['success', 'degraded'].includes(answer.status)
  ) {
    problems.push(`"${question}" came out as ${answer.responseType}, ${answer.status}`);
  }
  for (const { filename, page } of expected.citations) {
    const id = documents.find((document) => document.filename === filename)?.id;
    const cited = answer.citations.some(
      (citation) =>
        citation.documentId === id && (page === undefined || citation.pageStart === page),
    );
    if (!cited)
      problems.push(
        `"${question}" does not cite ${filename}${page ? `, page ${String(page)}` : ''}`,
      );
  }
  if (expected.citations.length === 0 && answer.citations.length > 0) {
    problems.push(`"${question}" cites something`);
  }
  return problems;
};

const report = (problems: readonly string[], { check }: { check: boolean }): void => {
  line();
  for (const problem of problems) line(`  ✗ ${problem}`);
  if (problems.length === 0) line(`  ✓ ${String(QUESTIONS.length)} questions came out as expected`);
  if (check && problems.length > 0) process.exitCode = 1;
};

await main();
