import { loadConfig } from '../config/index.js';
import { migrate } from '../src/compose/database.js';
import { runCommand } from '../src/compose/process.js';
import { TOOL_REGISTRY } from '../src/tools/index.js';

await runCommand(async () => {
  const applied = await migrate(loadConfig(TOOL_REGISTRY));
  const lines = applied.map((name) => `Applied ${name}\n`);
  process.stdout.write(lines.length > 0 ? lines.join('') : 'The database is up to date.\n');
  return 0;
});
