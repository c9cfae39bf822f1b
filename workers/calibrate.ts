import { parseArgs } from 'node:util';
import { loadConfig } from '../config/index.js';
import { compose } from '../src/compose/index.js';
import { runCommand } from '../src/compose/process.js';
import { toSetting } from '../src/search/index.js';
import { TOOL_REGISTRY } from '../src/tools/index.js';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Fits how the configured models affect the relevance of passages: npm run calibrate [-- TENANT --language CODE], with the tenant's slug.
 */
await runCommand(async (signal) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { language: { type: 'string' } },
  });
  const [tenant = 'default'] = positionals;
  const config = loadConfig(TOOL_REGISTRY);
  const { embedder, reranker } = config;
  if (embedder === null && reranker === null) {
    process.stderr.write('There is nothing to calibrate: set EMBEDDINGS_MODEL or RERANK_MODEL.\n');
    return 2;
  }
  const application = await compose(config);
  try {
    const calibrated = await application.calibrate(tenant, { ...values, signal, report: print });
    if (calibrated.length === 0) print(`The tenant "${tenant}" has no documents that are ready.`);
    const ofEmbedder =
      embedder && toSetting(calibrated, { model: embedder.model, names: ['passage', 'lines'] });
    const ofReranker =
      reranker && toSetting(calibrated, { model: reranker.model, names: ['reranker'] });
    if (ofEmbedder) print(`\nFor the settings:\nEMBEDDINGS_CALIBRATION=${ofEmbedder}`);
    if (ofReranker) print(`\nFor the settings:\nRERANK_CALIBRATION=${ofReranker}`);
    return ofEmbedder === null && ofReranker === null ? 1 : 0;
  } finally {
    await application.close();
  }
});
