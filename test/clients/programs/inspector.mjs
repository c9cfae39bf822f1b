/** All that the inspector's command line of MCP does with the product, printed as one object. Arguments: address of /mcp, key. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const [url, apiKey] = process.argv.slice(2);
const QUESTION = 'How many quokkas are allowed in a garden?';
const PROGRAM = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
);

const run = async (method, more = []) => {
  const args = ['--cli', url, '--transport', 'http', '--header', `Authorization: Bearer ${apiKey}`];
  const asked = [...args, '--stored-auth-only', '--format', 'json', '--method', method, ...more];
  const { stdout, code = 0 } = await promisify(execFile)(process.execPath, [
    PROGRAM,
    ...asked,
  ]).catch((failed) => failed);
  return { ...JSON.parse(stdout).result, exitCode: code };
};

const call = (tool, name, value) =>
  run('tools/call', ['--tool-name', tool, '--tool-arg', `${name}=${value}`]);

const { tools } = await run('tools/list');
const found = await call('search', 'query', 'quokkas in a garden');
const [first] = found.structuredContent.results;
const fetched = await call('fetch', 'id', first.id);
const asked = await call('ask', 'question', QUESTION);
const missing = await call('fetch', 'id', '0197e0b2-0000-7000-8000-000000000000');
const { resources } = await run('resources/list');
const uri = `knowledge-router://documents/${first.id}`;
const { contents } = await run('resources/read', ['--uri', uri]);

console.log(
  JSON.stringify({
    tools: tools.map(({ name }) => name),
    url: first.url,
    text: fetched.structuredContent.text,
    ask: asked.content[0].text,
    citations: asked.structuredContent.citations.length,
    error: missing.content[0].text,
    exitCode: missing.exitCode,
    isListed: resources.some((resource) => resource.uri === uri),
    read: contents[0].text,
  }),
);
