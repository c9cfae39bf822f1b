import { loadConfig } from '../config/index.js';
import { compose } from './compose.js';
import { openServer } from './open-process.js';
import { runUntilSignal } from './run-until-signal.js';

await runUntilSignal({
  open: () => openServer(loadConfig(), { compose }),
  begin: (server, signal) => server.begin(signal),
});
