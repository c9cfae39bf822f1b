import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadOperatorTools } from '../../config/index.js';
import { TOOL_REGISTRY, type DeclaredTool } from '../../src/tools/index.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { startLocalService } from '../support/local-service.js';
import { createScenario, receiptOf, type Scenario } from '../support/scenario.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The blocks of a section of the page, in order, by language. */
const readBlocks = async (section: string, language: string): Promise<string[]> => {
  const page = await readFile(join(ROOT, 'docs', 'add-a-tool.md'), 'utf8');
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const blocks = [...text.matchAll(/```(\w+)\n([^]*?)```/g)];
  return blocks.filter((block) => block[1] === language).map((block) => block[2] ?? '');
};

type Call = { name: string; arguments: Record<string, unknown> };
type Used = { tools: readonly DeclaredTool[]; settings: Record<string, string>; call: Call };

let scenario: Scenario;
let folder: string;
let service: Awaited<ReturnType<typeof startLocalService>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kr-add-a-tool-'));
  scenario = await createScenario();
  service = await startLocalService(({ method, url }) => {
    const known: Record<string, unknown> = {
      'GET /today?harbour=Vlissingen': { high: '14:05' },
      'GET /countries/NL/harbours': ['Rotterdam', 'Vlissingen'],
      'GET /berths/A%2F7': { ship: 'Maasvlakte' },
      'POST /ships/search': [{ name: 'Maasvlakte' }],
    };
    if (`${method} ${url}` === 'PUT /berths/A%2F7') return { status: 204, body: '' };
    const body = known[`${method} ${url}`];
    return body === undefined ? { status: 404, body: {} } : { body };
  });
});
afterAll(async () => {
  await service.close();
  await scenario.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** A turn whose model calls the tool and answers from what it said. */
const useTool = async ({ tools, settings, call }: Used) => {
  const { member } = await scenario.house({ policy: { tools: { [call.name]: true } } });
  const chat = createScriptedChatModel({
    decide: [decide.call([call])],
    answer: [
      (request) => {
        const shown = request.messages.at(-1)?.content ?? '';
        const [, said = ''] = /source \[1\][^\n]*\n([^<]+)/.exec(shown) ?? [];
        return `${said.trim().replace(/\s+/g, ' ')} [1]`;
      },
    ],
  });
  const ask = scenario.asker({ chat, addedTools: tools, toolSettings: settings });
  const answer = await ask(member, 'What does it say?', { options: { tools: [call.name] } });
  return { answer, receipt: await receiptOf(scenario, member, answer) };
};

describe('docs/add-a-tool.md', () => {
  it('adds a tool with one file and one line', async () => {
    const [file = '', imported = '', line = ''] = await readBlocks('Inside', 'ts');
    await cp(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const list = join(folder, 'src', 'tools', 'index.ts');
    const before = await readFile(list, 'utf8');
    await writeFile(join(folder, 'src', 'tools', 'services', 'tides.ts'), file);
    await writeFile(list, imported + before.replace(/^(export const TOOLS[^\n]*\n)/m, `$1${line}`));
    const changed = (await import(list)) as { TOOLS: readonly DeclaredTool[] };

    const { answer, receipt } = await useTool({
      tools: changed.TOOLS.filter(({ name }) => name === 'tides'),
      settings: { TIDES_URL: service.url },
      call: { name: 'tides', arguments: { harbour: 'Vlissingen' } },
    });

    expect(answer).toMatchObject({ status: 'success', citations: [{ type: 'tool' }] });
    expect(receipt.toolCalls).toMatchObject([{ name: 'tides', ok: true }]);
    expect(service.asked.map(({ url }) => url)).toContain('/today?harbour=Vlissingen');
  });

  it('adds a tool with a module of the operator', async () => {
    const [module = ''] = await readBlocks('A module of yours', 'js');
    const path = join(folder, 'own-tools.mjs');
    await writeFile(path, module);

    const { answer, receipt } = await useTool({
      tools: await loadOperatorTools({ TOOLS_MODULE: path }, TOOL_REGISTRY),
      settings: { HARBOURS_URL: service.url, HARBOURS_KEY: 'canary-key' },
      call: { name: 'harbours', arguments: { country: 'NL' } },
    });

    expect(answer).toMatchObject({ status: 'success', citations: [{ type: 'tool' }] });
    expect(receipt.toolCalls).toMatchObject([
      { name: 'harbours', ok: true, summary: '2 harbours' },
    ]);
    expect(service.asked.at(-1)?.headers).toMatchObject({ 'x-api-key': 'canary-key' });
  });
});
