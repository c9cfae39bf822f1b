import { parseConfig } from '../config/index.js';
import { compose } from '../src/composition-root.js';
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

await runUntilSignal({
  open: () =>
    compose(parseConfig(process.env), {
      ingestionTiming: INGESTION_TIMING,
      maintenanceTiming: MAINTENANCE_TIMING,
      wrap: (parts) => sabotage.wrap(parts),
    }),
  begin: async (application) => {
    if (role === 'api') await application.serve();
    if (role === 'worker') await application.startWorker();
    if (role === 'reindex') {
      await application.reindex(() => undefined);
      process.kill(process.pid, 'SIGTERM');
    }
    send({ type: 'begun' });
  },
});
