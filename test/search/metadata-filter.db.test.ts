import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentId } from '../../src/shared/ids.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

const CANDIDATES_PER_LEG = 60;

let bench: Workbench;
let tenant: TestTenant;
let wanted: DocumentId;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await bench.test.tenant();
  await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    metadata: { team: 'sales' },
    passages: Array.from({ length: CANDIDATES_PER_LEG + 10 }, (_, at) => `Travel policy ${at}.`),
  });
  const added = await addKnowledge(bench, tenant, {
    owner: tenant.admin,
    metadata: { team: 'lab', year: 2026 },
    passages: ['In the laboratory, travel is a matter of which the policy says next to nothing.'],
  });
  wanted = added.documentId;
});

afterAll(() => bench.destroy());

const find = async (filter: object) => {
  const { results } = await bench.services().searchChunks(tenant.member, {
    queries: ['travel policy'],
    topK: 5,
    filter,
    signal: new AbortController().signal,
  });
  return results.map(({ chunk }) => chunk.documentId);
};

describe('a search that is filtered by metadata', () => {
  it('finds its document, however many others match the words better', async () => {
    expect(await find({ metadata: { team: 'lab' } })).toEqual([wanted]);
  });

  it('finds nothing if no document has the metadata, or only another value', async () => {
    const [other] = await find({ metadata: { team: 'sales' } });

    expect(await find({ metadata: { team: 'nobody' } })).toEqual([]);
    expect(await find({ metadata: { team: 'lab' }, documentIds: [other] })).toEqual([]);
  });
});
