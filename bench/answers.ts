import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { parseConfig } from '../config/index.js';
import { TOOLS } from '../src/tools/index.js';
import { createClient, type Client } from '../demo/client.js';
import { compose } from '../src/compose/index.js';
import { withoutSourceList } from '../src/evaluation/score.js';
import { inFolder } from './in-folder.js';
import { loadQuestions, UNANSWERABLE, type Question } from './answers/question.js';
import { judge, scoreOf, toKindTable } from './answers/score.js';
import { quantile } from './eval/metrics.js';
import { toReliabilityTable } from './eval/reliability.js';

// Uploads documents to an application of its own, asks questions about them, and tells how many answers were right.
const FOLDER = fileURLToPath(new URL('./answers/', import.meta.url));
const INGESTION_LIMIT_MS = 600_000;
/** The index is written anew once nobody has written to it for a moment; until then ranks can change. */
const SETTLE_MS = 12_000;

const { values: options } = parseArgs({
  options: {
    set: { type: 'string' },
    questions: { type: 'string' },
    documents: { type: 'string' },
    json: { type: 'string' },
  },
});

/** A set of `answers/sets/`, or our first one. */
const SET = options.set === undefined ? FOLDER : path.join(FOLDER, 'sets', options.set);

const run = async () => {
  const questions = await loadQuestions(options.questions ?? path.join(SET, 'questions.json'));
  return inFolder(async (directory) => {
    const application = await compose(parseConfig(toSettings(directory), TOOLS));
    try {
      const { url } = await application.serve();
      const keys: unknown = JSON.parse(
        await readFile(path.join(directory, 'bootstrap.json'), 'utf8'),
      );
      const client = createClient(url, z.object({ adminKey: z.string() }).parse(keys).adminKey);
      const fileNames = await uploadAll(client, options.documents ?? path.join(SET, 'documents'));
      return await askAll(client, questions, fileNames);
    } finally {
      await application.close();
    }
  });
};

/** Storage is always embedded; models are those that the environment names. */
const toSettings = (directory: string): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(?:(?:OPENAI|EMBEDDINGS|LLM|RERANK|MODELS)(?:_|$)|(?:DECIDE|REWRITE|ANSWER|SUMMARY)_)/.test(
        name,
      ),
    ),
  ),
  DATA_DIR: directory,
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'error',
  REQUESTS_PER_MINUTE_PER_KEY: '100000',
  REQUESTS_PER_MINUTE_PER_USER: '100000',
  REQUESTS_PER_MINUTE_PER_TENANT: '100000',
  REQUESTS_PER_MINUTE_PER_ADDRESS: '100000',
});

const uploadAll = async (client: Client, folder: string): Promise<Map<string, string>> => {
  const names = (await readdir(folder)).sort();
  const fileNames = new Map<string, string>();
  for (const name of names) {
    fileNames.set((await client.upload(path.join(folder, name))).id, name);
  }
  for (const id of fileNames.keys()) await untilReady(client, id);
  await delay(SETTLE_MS);
  return fileNames;
};

const untilReady = async (client: Client, id: string): Promise<void> => {
  const deadlineMs = performance.now() + INGESTION_LIMIT_MS;
  for (;;) {
    const { status, filename } = await client.document(id);
    if (status === 'ready') return;
    if (status === 'failed' || performance.now() > deadlineMs) {
      throw new Error(`${filename} did not become ready.`);
    }
    await delay(200);
  }
};

const askAll = async (
  client: Client,
  questions: readonly Question[],
  fileNames: ReadonlyMap<string, string>,
) => {
  const sessions = new Map<string, string>();
  const rows = [];
  for (const question of questions) {
    const reply = await client.ask(question.question, sessions.get(question.follows ?? ''));
    sessions.set(question.id, reply.sessionId);
    const citations = reply.citations.map(({ documentId, chapter, quote, verification }) => ({
      file: fileNames.get(documentId ?? '') ?? null,
      chapter,
      quote,
      verification,
    }));
    const citedFiles = citations.flatMap(({ file }) => file ?? []);
    const label = judge(question, { ...reply, citedFiles });
    const isAmongFive = await isFound(client, question, reply.executionId);
    const { responseType, stopReason, degraded, confidence, grounding, answer, timings } = reply;
    rows.push({
      ...question,
      isAmongFive,
      label,
      responseType,
      stopReason,
      degraded,
      confidence,
      grounding,
      answer,
      citations,
      ms: timings.totalMs,
    });
  }
  return rows;
};

/** True where one of the five likeliest passages holds all that is accepted. */
const isFound = async (client: Client, question: Question, id: string): Promise<boolean> => {
  if (question.kind === UNANSWERABLE) return false;
  const receipt = await client.receipt(id);
  const texts = receipt?.candidates.slice(0, 5).map(({ text }) => text?.content ?? '') ?? [];
  return texts.some((text) =>
    question.accept.every((pattern) => new RegExp(pattern, 'iu').test(text.replace(/\s+/gu, ' '))),
  );
};

/** Kinds that words alone hardly find: of those whose passage is among the five likeliest, how many were answered. */
const toFoundLine = (rows: readonly Row[], wanted: string): string => {
  const found = rows.filter(({ kind, isAmongFive }) => kind === wanted && isAmongFive);
  const [answered, right] = [found.filter(isSure), found.filter(({ label }) => label === 'right')];
  return `${wanted}, its passage among the first five: ${found.length}, answered ${answered.length}, rightly ${right.length}`;
};

type Row = Awaited<ReturnType<typeof askAll>>[number];

const print = (rows: readonly Row[]): void => {
  const judged = rows.map(({ kind, label }) => ({ kind, outcome: label }));
  const unanswerable = judged.filter(({ kind }) => kind === UNANSWERABLE);
  const asIfSure = unanswerable.filter(({ outcome }) => outcome === 'wrong').length;
  console.log(toKindTable(judged).join('\n'));
  console.log(`\nscore, closest counts half: ${scoreOf(judged).toFixed(3)}`);
  console.log(`unanswerable, answered as if sure: ${asIfSure} of ${unanswerable.length}`);
  for (const kind of ['paraphrase', 'crosslang']) console.log(toFoundLine(rows, kind));
  const answers = rows.filter(isSure).map(({ answer }) => withoutSourceList(answer));
  console.log(`characters of an answer: ${toSpread(answers.map(({ length }) => length))}`);
  console.log(`words of an answer: ${toSpread(answers.map(countWords))}`);
  const toJudged = (some: readonly Row[]) =>
    some.flatMap(({ confidence, label }) =>
      confidence === null ? [] : [{ told: confidence, isRight: label === 'right' }],
    );
  console.log('\nConfidence of answers\n');
  console.log(toReliabilityTable(toJudged(rows.filter(isSure))).join('\n'));
  console.log('\nConfidence of answers and of closest passages, which count as not right\n');
  console.log(toReliabilityTable(toJudged(rows)).join('\n'));
};

const toSpread = (lengths: readonly number[]): string =>
  `median ${quantile(lengths, 0.5)}, p95 ${quantile(lengths, 0.95)}`;

const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

const countWords = (text: string): number =>
  [...WORDS.segment(text)].filter(({ isWordLike }) => isWordLike).length;

const isSure = ({ responseType }: Row): boolean => responseType === 'answer';

const rows = await run();
if (options.json !== undefined) {
  await writeFile(options.json, `${JSON.stringify(rows, null, 2)}\n`);
}
print(rows);
