import { loadConfig } from '../config/index.js';
import { compose } from '../src/compose/index.js';
import { runCommand } from '../src/compose/process.js';
import { TOOL_REGISTRY } from '../src/tools/index.js';

await runCommand(async () => {
  const application = await compose(loadConfig(TOOL_REGISTRY));
  try {
    let shown = -1;
    await application.reindex((left) => {
      if (left !== shown) process.stdout.write(`${left} left\n`);
      shown = left;
    });
    return 0;
  } finally {
    await application.close();
  }
});
