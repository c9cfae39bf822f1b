import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadConfigWithTools } from '../config/index.js';
import { AppError } from '../src/shared/errors.js';
import { createLogger } from '../src/platform/telemetry/logger.js';
import { NodeName } from '../src/shared/execution.js';
import { TOOL_REGISTRY } from '../src/tools/index.js';

const USAGE = `Usage: npm run node -- NODE STATE.json --tenant ID --user ID
Runs one node on a state and prints what it changes. NODE is one of ${NodeName.options.join(', ')}.`;

const refuse = (problem: string): AppError => new AppError('validation_failed', problem);

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { tenant: { type: 'string' }, user: { type: 'string' } },
  });
  const [node, file] = positionals;
  const { tenant, user } = values;
  if (!node || !file || !tenant || !user) throw refuse(USAGE);
  const name = NodeName.safeParse(node);
  if (!name.success) {
    throw refuse(`There is no node "${node}". The nodes are ${NodeName.options.join(', ')}.`);
  }
  return { name: name.data, file, person: { tenantId: tenant, userId: user } };
};

const readState = async (file: string): Promise<unknown> => {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AppError('validation_failed', `${file} cannot be read.`, { cause });
  });
  return parseJson(text, file);
};

const parseJson = (text: string, file: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('validation_failed', `${file} is not JSON.`, { cause });
  }
};

const run = async (): Promise<void> => {
  const { name, file, person } = readArguments();
  const state = await readState(file);
  const config = await loadConfigWithTools(TOOL_REGISTRY);
  // Loaded once everything else is right: a typo is answered at once.
  const { compose } = await import('../src/compose/index.js');
  // The update has standard output to itself.
  const destination = { write: (line: string) => void process.stderr.write(line) };
  const application = await compose(config, {
    logger: createLogger({ ...config.logging, destination }),
  });
  try {
    const update = await application.runNode({ name, state }, person);
    process.stdout.write(`${JSON.stringify(update, null, 2)}\n`);
  } finally {
    await application.close();
  }
};

// parseArgs throws a TypeError for an option it does not know.
const FORESEEN = new Set(['AppError', 'ConfigurationError', 'TypeError']);

try {
  await run();
  process.exit(0);
} catch (error) {
  const isForeseen = error instanceof Error && FORESEEN.has(error.name);
  const text = error instanceof Error ? (isForeseen ? error.message : error.stack) : undefined;
  process.stderr.write(`${text ?? 'The node could not be run.'}\n`);
  process.exit(1);
}
