import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { TenantPolicy } from '../../src/tenancy/schema.js';
import { ASKS_FOR_FILE } from '../../src/tools/asked-by.js';
import { enabledTools, TOOLS as TOOLS_OF_OURS } from '../../src/tools/index.js';
import { defineTool, type Tool } from '../../src/tools/tool.js';

const toolOf = (name: string, risk: Tool['risk']): Tool =>
  defineTool({
    name,
    risk,
    description: 'Stands in.',
    input: z.strictObject({}),
    timeoutMs: 1000,
    run: async () => ({ summary: '', evidence: [], candidates: [], degraded: [] }),
  });

const TOOLS = [
  toolOf('lookup', 'safe'),
  toolOf('forecast', 'external'),
  toolOf('write_file', 'workspace'),
  toolOf('run_code', 'sandboxed'),
];

type Asked = Partial<Parameters<typeof enabledTools>[1]>;

const among = (tools: readonly Tool[], switches: Record<string, boolean>, asked: Asked = {}) =>
  enabledTools(tools, {
    policy: TenantPolicy.parse({ tools: switches }),
    permissions: ['chat'],
    allowedTools: [],
    preferredTools: [],
    hasTextOfOthers: false,
    message: 'How are you?',
    ...asked,
  }).map(({ name }) => name);

const enabled = (switches: Record<string, boolean>, allowedTools: readonly string[] = []) =>
  among(TOOLS, switches, { allowedTools });

describe('the tools that the model has in a turn', () => {
  it('are the safe ones by default', () => {
    expect(enabled({})).toEqual(['lookup']);
    expect(enabled({ lookup: false })).toEqual([]);
  });

  it("include an external tool once the tenant's policy allows it", () => {
    expect(enabled({ forecast: true })).toEqual(['lookup', 'forecast']);
    expect(enabled({}, ['forecast'])).toEqual(['lookup']);
  });

  it('include one with side effects only if the policy allows it and the user or the request names it', () => {
    const switches = { write_file: true, run_code: true };

    expect(enabled(switches)).toEqual(['lookup']);
    expect(enabled(switches, ['run_code'])).toEqual(['lookup', 'run_code']);
    expect(enabled({}, ['run_code', 'write_file'])).toEqual(['lookup']);
    expect(enabled({ run_code: false }, ['run_code'])).toEqual(['lookup']);
  });
});

describe('a tool that the user once named in the preferences', () => {
  const switches = { write_file: true, run_code: true, post_note: true };
  const writers: readonly Tool[] = [
    { ...toolOf('write_file', 'workspace'), askedBy: ASKS_FOR_FILE },
    toolOf('run_code', 'sandboxed'),
    { ...toolOf('post_note', 'external'), hasSideEffects: true },
  ];
  const preferredTools = ['write_file', 'run_code', 'post_note'];
  const preferring = (asked: Asked = {}) => among(writers, switches, { preferredTools, ...asked });

  it('is available as long as nothing written by others was read', () => {
    expect(preferring()).toEqual(['write_file', 'run_code']);
  });

  it('is unavailable once a document was read, unless the request names it', () => {
    expect(preferring({ hasTextOfOthers: true })).toEqual([]);
    expect(preferring({ hasTextOfOthers: true, allowedTools: ['run_code'] })).toEqual(['run_code']);
  });

  it.each([
    ['Save the rules to a file, please.', ['write_file']],
    ['Írd egy fájlba a szabályokat!', ['write_file']],
    ['Speichere das bitte als Datei.', ['write_file']],
    ['把规则保存到文件中', ['write_file']],
    ['Use run_code for this.', ['run_code']],
    ['What does the travel file say?', []],
    ['What are the rules?', []],
  ])('stays available if the user asks for it in their own words: %s', (message, expected) => {
    expect(preferring({ hasTextOfOthers: true, message })).toEqual(expected);
  });

  it('never writes externally unless the request names it', () => {
    expect(preferring({ message: 'Call post_note now.' })).not.toContain('post_note');
    expect(preferring({ allowedTools: ['post_note'] })).toContain('post_note');
  });
});

describe('a tool that reads more than a chat may', () => {
  const readers: readonly Tool[] = [
    toolOf('lookup', 'safe'),
    { ...toolOf('remembered', 'safe'), permission: 'memories' },
    { ...toolOf('whole', 'safe'), permission: 'documents:read' },
  ];

  it('does not exist for a key without permission for what it reads', () => {
    expect(among(readers, {})).toEqual(['lookup']);
    expect(among(readers, {}, { permissions: ['chat', 'memories'] })).toEqual([
      'lookup',
      'remembered',
    ]);
  });

  it('is declared as such for all our tools that read memories and whole documents', () => {
    const needed = TOOLS_OF_OURS.map(({ name, permission }) => [name, permission]);

    expect(Object.fromEntries(needed)).toMatchObject({
      memory_search: 'memories',
      create_memory: 'memories',
      document_retrieval: 'documents:read',
      rag_search: undefined,
    });
  });
});
