import { parseConfig, type Config } from '../config/index.js';
import { compose, type Overrides } from '../src/composition-root.js';
import { openServer, openWorker } from '../src/open-process.js';
import { runUntilSignal } from '../src/run-until-signal.js';
import { Command, MemberArgument, type Report } from './protocol.js';
import { createSabotage } from './sabotage.js';
import { INGESTION_TIMING, MAINTENANCE_TIMING } from './timing.js';

/** One process of the system under test: the product's own composition, with somebody at its parts who takes orders. */
const { role, commands, ...options } = MemberArgument.parse(JSON.parse(process.argv[2] ?? ''));

const send = (report: Report, sent: () => void = () => undefined): void => {
  if (process.connected) process.send?.(report, undefined, undefined, sent);
  else sent();
};
const sabotage = createSabotage(options, send);
for (const command of commands) sabotage.carryOut(command);
// Nobody is left to give orders, or to end it.
process.on('disconnect', () => process.exit(1));
process.on('message', (message) => {
  sabotage.carryOut(Command.parse(message));
});

const composeWatched = (config: Config, overrides: Overrides = {}) =>
  compose(config, {
    ...overrides,
    ingestionTiming: INGESTION_TIMING,
    maintenanceTiming: MAINTENANCE_TIMING,
    wrap: (parts) => sabotage.wrap(parts),
  });

const openReindex = async (config: Config) => {
  const application = await composeWatched(config);
  return {
    begin: async () => {
      await application.reindex(() => send({ type: 'struck', what: 'reindex' }));
      process.kill(process.pid, 'SIGTERM');
    },
    close: () => application.close(),
  };
};

const openMember = {
  api: (config: Config) => openServer(config, { compose: composeWatched }),
  worker: (config: Config) => openWorker(config, { compose: composeWatched }),
  reindex: openReindex,
}[role];

await runUntilSignal({
  open: () => openMember(parseConfig(process.env)),
  begin: async (member, signal) => {
    await member.begin(signal);
    send({ type: 'begun' });
  },
});
