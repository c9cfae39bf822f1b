import { loadConfigWithTools } from '../config/index.js';
import { compose } from './compose/index.js';
import { openServer, runUntilSignal } from './compose/process.js';
import { TOOL_REGISTRY } from './tools/index.js';

await runUntilSignal({
  open: async () => openServer(await loadConfigWithTools(TOOL_REGISTRY), { compose }),
  begin: (server, signal) => server.begin(signal),
});
