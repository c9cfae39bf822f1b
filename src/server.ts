import { loadConfigWithTools } from '../config/index.js';
import { compose } from './compose.js';
import { openServer, runUntilSignal } from './process.js';

await runUntilSignal({
  open: async () => openServer(await loadConfigWithTools(), { compose }),
  begin: (server, signal) => server.begin(signal),
});
