import { parseArgs } from 'node:util';
import { loadConfigWithTools } from '../config/index.js';
import { renderExamination } from '../src/maintenance/index.js';
import { examine } from '../src/doctor/examine.js';
import { runCommand } from '../src/compose/process.js';
import { TOOL_REGISTRY } from '../src/tools/index.js';

/** Exits with 1 if anything should be done. */
await runCommand(async (signal) => {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
  const examination = await examine(await loadConfigWithTools(TOOL_REGISTRY), signal);
  const shown = values.json ? JSON.stringify(examination, null, 2) : renderExamination(examination);
  process.stdout.write(`${shown}\n`);
  return examination.advice.length === 0 ? 0 : 1;
});
