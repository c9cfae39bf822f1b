import { parseArgs } from 'node:util';
import { readMcpVariables } from '../config/index.js';
import { createAskMcp } from '../src/platform/web/mcp-client.js';
import { runCommand } from '../src/compose/process.js';
import { approveMcpTools } from '../src/tools/index.js';

/** Exits with 1 while any tool waits for approval. */
await runCommand(async (signal) => {
  const { values } = parseArgs({ options: { yes: { type: 'boolean', default: false } } });
  const { path, proxy, readSecret } = readMcpVariables();
  const askMcp = createAskMcp({ userAgent: 'knowledge-router', proxy });
  const approving = { path, approves: values.yes, signal };
  const { text, isApproved } = await approveMcpTools({ askMcp, readSecret }, approving);
  process.stdout.write(`${text}\n`);
  return isApproved ? 0 : 1;
});
