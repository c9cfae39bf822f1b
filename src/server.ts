import { loadConfigWithTools } from '../config/index.js';
import { compose } from './compose/index.js';
import { openServer, runUntilSignal } from './compose/process.js';

await runUntilSignal({
  open: async () => openServer(await loadConfigWithTools(), { compose }),
  begin: (server, signal) => server.begin(signal),
});
