import { parseArgs } from 'node:util';
import { readModelVariables } from '../config/index.js';
import { fetchModel, listModels, verifyModels } from '../src/platform/models/local/model-files.js';
import { fetchRuntime } from '../src/platform/models/local/runtime-files.js';
import { openProxiedFetch } from '../src/platform/web/outgoing-proxy.js';
import { runCommand } from '../src/compose/process.js';

const USAGE = `npm run model -- list
npm run model -- fetch NAME [--from URL|FOLDER] [--sha256 HEX]
npm run model -- runtime [--from FOLDER]
npm run model -- verify
`;

/** Downloads files and runtime of local models, which nothing else fetches. */
await runCommand(async (signal) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, sha256: { type: 'string' } },
  });
  const [command, name] = positionals;
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const { files: places, proxy } = readModelVariables();
  const files = { ...places, print, send: await openProxiedFetch(proxy), signal };
  if (command === 'list') await listModels(files);
  else if (command === 'verify') return (await verifyModels(files)) ? 0 : 1;
  else if (command === 'runtime') await fetchRuntime(files, { from: values.from });
  else if (command === 'fetch' && name !== undefined) {
    await fetchModel(files, { name, ...values });
    await fetchRuntime(files);
  } else {
    process.stderr.write(USAGE);
    return 2;
  }
  return 0;
});
