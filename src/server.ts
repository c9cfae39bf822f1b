import { loadConfig } from '../config/index.js';
import { compose } from './compose.js';
import { openServer, runUntilSignal } from './process.js';

await runUntilSignal({
  open: () => openServer(loadConfig(), { compose }),
  begin: (server, signal) => server.begin(signal),
});
