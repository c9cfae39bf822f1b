import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { TenantPolicy } from '../../src/tenancy/schema.js';
import { enabledTools } from '../../src/tools/index.js';
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

const enabled = (switches: Record<string, boolean>, allowedTools: readonly string[] = []) =>
  enabledTools(TOOLS, { policy: TenantPolicy.parse({ tools: switches }), allowedTools }).map(
    ({ name }) => name,
  );

describe('the tools a turn’s model has', () => {
  it('are the safe ones by default', () => {
    expect(enabled({})).toEqual(['lookup']);
    expect(enabled({ lookup: false })).toEqual([]);
  });

  it('include one that goes outside once the tenant’s policy has it', () => {
    expect(enabled({ forecast: true })).toEqual(['lookup', 'forecast']);
    expect(enabled({}, ['forecast'])).toEqual(['lookup']);
  });

  it('include one with side effects only when policy has it and the user or the request names it', () => {
    const switches = { write_file: true, run_code: true };

    expect(enabled(switches)).toEqual(['lookup']);
    expect(enabled(switches, ['run_code'])).toEqual(['lookup', 'run_code']);
    expect(enabled({}, ['run_code', 'write_file'])).toEqual(['lookup']);
    expect(enabled({ run_code: false }, ['run_code'])).toEqual(['lookup']);
  });
});
