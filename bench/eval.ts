import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { detectLanguage, SUPPORTED_LANGUAGES } from '../src/language/detect-language.js';
import { loadCollection, type Collection } from './eval/collection.js';
import { evaluate, evaluateUnanswerable, type Figures } from './eval/evaluate.js';
import { createPipeline } from './eval/pipeline.js';
import { openStore } from './eval/open-store.js';
import { toReport } from './eval/report.js';
import { openBenchDatabase } from './open-database.js';

const USAGE = `npm run eval -- DIR [--unanswerable] [--store lancedb|qdrant] [--language CODE] [--report FILE]
  DIR holds corpus.jsonl, queries.jsonl and qrels.jsonl. Qdrant is the server at QDRANT_URL, else the test double.`;

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      unanswerable: { type: 'boolean', default: false },
      store: { type: 'string', default: 'lancedb' },
      language: { type: 'string' },
      report: { type: 'string' },
    },
  });
  const [folder] = positionals;
  if (folder === undefined || !['lancedb', 'qdrant'].includes(values.store)) return null;
  return { ...values, folder };
};

const print = (title: string, figures: Figures): void => {
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(figures)) {
    const text = Number.isInteger(value)
      ? String(value)
      : value.toFixed(name.endsWith('ms') ? 1 : 4);
    console.log(`  ${name.padEnd(26)}${text.padStart(10)}`);
  }
};

const languageOf = ({ documents }: Collection): string => {
  const sample = documents.slice(0, 50).map(({ text }) => text);
  return detectLanguage(sample.join('\n'), { candidates: SUPPORTED_LANGUAGES, fallback: 'und' });
};

const run = async (): Promise<number> => {
  const options = readArguments();
  if (options === null) {
    console.error(USAGE);
    return 2;
  }
  const collection = await loadCollection(options.folder);
  const language = options.language ?? languageOf(collection);
  const directory = await mkdtemp(path.join(tmpdir(), 'eval-'));
  const [opened, { database, close }] = await Promise.all([
    openStore(options.store, directory),
    openBenchDatabase(directory),
  ]);
  try {
    const { index, search } = await createPipeline({
      database,
      store: opened.store,
      folder: directory,
      language,
    });
    await index(collection.documents);
    const figures = {
      ...(await evaluate(collection, search)),
      ...(options.unanswerable ? await evaluateUnanswerable(collection, search) : {}),
    };
    const documents = collection.documents.length;
    print(`${collection.name} · ${opened.description} · ${language}`, { documents, ...figures });
    if (options.report !== undefined) {
      const report = await toReport({
        ...{ collection, figures, language },
        store: opened.description,
      });
      await writeFile(options.report, `${JSON.stringify(report, null, 2)}\n`);
    }
    return 0;
  } finally {
    await opened.close();
    await close();
    await rm(directory, { recursive: true, force: true });
  }
};

process.exitCode = await run();
