import { parseConfig, type Config } from '../config/index.js';
import { TOOLS } from '../src/tools/index.js';
import { compose, type Overrides } from '../src/compose/index.js';
import { openServer, openWorker, runUntilSignal } from '../src/compose/process.js';
import { Command, MemberArgument, type Report } from './protocol.js';
import { createSabotage } from './sabotage.js';
import { INGESTION_TIMING, MAINTENANCE_TIMING, NEVER_MS } from './timing.js';

/** One process of the system under test: the product's own composition, whose parts are wrapped to inject faults. */
const { role, commands, ...options } = MemberArgument.parse(JSON.parse(process.argv[2] ?? ''));

const send = (report: Report, sent: () => void = () => undefined): void => {
  if (process.connected) process.send?.(report, undefined, undefined, sent);
  else sent();
};
const sabotage = createSabotage(options, send);
for (const command of commands) sabotage.carryOut(command);
// The run that sends commands and ends this process is gone.
process.on('disconnect', () => process.exit(1));
process.on('message', (message) => {
  sabotage.carryOut(Command.parse(message));
});

// What looks at vectors once more would make up for what is switched off.
const looksAgain = options.without === null || options.without === 'loop';
const ingestionTiming = { ...INGESTION_TIMING, ...(!looksAgain && { verifyAgainMs: NEVER_MS }) };
const maintenanceTiming = {
  ...MAINTENANCE_TIMING,
  ...(!looksAgain && { reconcileIntervalMs: NEVER_MS }),
};

const composeWatched = (config: Config, overrides: Overrides) =>
  compose(config, {
    ...overrides,
    ingestionTiming,
    maintenanceTiming,
    wrap: (parts) => sabotage.wrap(parts),
  });

const openMember = { api: openServer, worker: openWorker }[role];

await runUntilSignal({
  open: () => openMember(parseConfig(process.env, TOOLS), { compose: composeWatched }),
  begin: async (member, signal) => {
    await member.begin(signal);
    send({ type: 'begun' });
  },
});
