import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '../config/index.js';
import { createOpenAiEmbedder } from '../src/platform/models/providers/openai/embedder.js';
import { createMetrics } from '../src/platform/telemetry/metrics.js';
import { describeFits, toSetting } from '../src/search/describe-calibration.js';
import { detectLanguage } from '../src/language/detect-language.js';
import { SUPPORTED_LANGUAGES } from '../src/language/supported-languages.js';
import { inFolder } from './in-folder.js';
import { calibrate } from './eval/calibrate.js';
import { loadCollection, type Collection } from './eval/collection.js';
import { evaluate, evaluateUnanswerable, type Figures } from './eval/evaluate.js';
import { createPipeline } from './eval/pipeline.js';
import { openStore } from './eval/open-store.js';
import { readReliability } from './eval/reliability.js';
import { toReport } from './eval/report.js';
import { openBenchDatabase } from './open-database.js';
import { TOOL_REGISTRY } from '../src/tools/index.js';

const USAGE = `npm run eval -- DIR [--unanswerable] [--embedder] [--calibrate] [--store lancedb|qdrant] [--language CODE] [--report FILE]
  DIR holds corpus.jsonl, queries.jsonl and qrels.jsonl. Qdrant is the server at QDRANT_URL, else the test double.
  --embedder searches with the embedder of the settings, too; --calibrate finds how far it may vouch for a passage.
  npm run eval -- --reliability FILE: how often answers were right, by their confidence; FILE is a JSON list of
  {confidence, isRight} or {confidence, label}.`;

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      unanswerable: { type: 'boolean', default: false },
      embedder: { type: 'boolean', default: false },
      calibrate: { type: 'boolean', default: false },
      reliability: { type: 'string' },
      store: { type: 'string', default: 'lancedb' },
      language: { type: 'string' },
      report: { type: 'string' },
    },
  });
  const [folder = ''] = positionals;
  if (values.reliability !== undefined) return { ...values, folder };
  if (folder === '' || !['lancedb', 'qdrant'].includes(values.store)) return null;
  return { ...values, folder };
};

const print = (title: string, figures: Figures): void => {
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(figures)) {
    const text = Number.isInteger(value)
      ? String(value)
      : value.toFixed(name.endsWith('ms') ? 1 : 4);
    console.log(`  ${name.padEnd(50)}${text.padStart(10)}`);
  }
};

const languageOf = ({ documents }: Collection): string => {
  const sample = documents.slice(0, 50).map(({ text }) => text);
  return detectLanguage(sample.join('\n'), { candidates: SUPPORTED_LANGUAGES, fallback: 'und' });
};

/** The embedder of the settings, and how it was calibrated. */
const openEmbedder = (wanted: { embedder: boolean; calibrate: boolean }) => {
  if (!wanted.embedder && !wanted.calibrate) return { embedder: null, calibration: {} };
  const { embedder, search } = loadConfig(TOOL_REGISTRY);
  const { metrics } = createMetrics();
  return {
    embedder: embedder && createOpenAiEmbedder({ ...embedder, prices: {}, metrics }),
    calibration: search.calibration,
  };
};

const run = async (): Promise<number> => {
  const options = readArguments();
  if (options === null) {
    console.error(USAGE);
    return 2;
  }
  if (options.reliability !== undefined) {
    console.log((await readReliability(options.reliability)).join('\n'));
    return 0;
  }
  const collection = await loadCollection(options.folder);
  const language = options.language ?? languageOf(collection);
  const { embedder, calibration } = openEmbedder(options);
  if (options.calibrate && embedder === null) {
    console.error('--calibrate needs an embedder: set EMBEDDINGS_MODEL and what belongs to it.');
    return 2;
  }
  return inFolder(async (directory) => {
    const [opened, { database, close }] = await Promise.all([
      openStore(options.store, { directory, dimensions: embedder?.dimensions ?? null }),
      openBenchDatabase(directory),
    ]);
    try {
      const { store } = opened;
      const pipeline = { database, store, folder: directory, language, embedder, calibration };
      const { index, search, findHits } = await createPipeline(pipeline);
      await index(collection.documents);
      if (options.calibrate && embedder !== null) {
        const fits = await calibrate(collection, { findHits, language, embedder });
        console.log(
          describeFits({ language, passages: collection.queries.length, fits }).join('\n'),
        );
        const names = ['passage', 'lines'] as const;
        console.log(toSetting([{ language, fits }], { model: embedder.model, names }));
        return 0;
      }
      const figures = {
        ...(await evaluate(collection, search)),
        ...(options.unanswerable ? await evaluateUnanswerable(collection, search) : {}),
      };
      const documents = collection.documents.length;
      print(`${collection.name} · ${opened.description} · ${language}`, { documents, ...figures });
      if (options.report !== undefined) {
        const report = await toReport({
          collection,
          figures,
          language,
          store: opened.description,
        });
        await writeFile(options.report, `${JSON.stringify(report, null, 2)}\n`);
      }
      return 0;
    } finally {
      await opened.close();
      await close();
    }
  });
};

process.exitCode = await run();
