import { loadConfigWithTools } from '../config/index.js';
import { compose } from '../src/compose/index.js';
import { openWorker, runUntilSignal } from '../src/compose/process.js';
import { TOOL_REGISTRY } from '../src/tools/index.js';

await runUntilSignal({
  open: async () => openWorker(await loadConfigWithTools(TOOL_REGISTRY), { compose }),
  begin: (worker, signal) => worker.begin(signal),
});
