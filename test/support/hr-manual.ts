import { afterAll, beforeAll } from '@jest/globals';
import type { TestTenant } from './tenant.js';
import { addKnowledge } from './knowledge.js';
import { createWorkbench, type Workbench } from './workbench.js';

type Passages = Parameters<typeof addKnowledge>[2]['passages'];

/** A question that the manual answers. */
export const QUESTION = 'How long is annual leave?';

/** A workbench for the tests of one file, with a tenant that has an HR Manual of these passages. */
export const setUpManual = (passages: Passages) => {
  let bench: Workbench;
  let tenant: TestTenant;

  const addManual = (owner: TestTenant) =>
    addKnowledge(bench, owner, { owner: owner.admin, title: 'HR Manual', passages });

  beforeAll(async () => {
    bench = await createWorkbench();
    tenant = await bench.test.tenant();
    await addManual(tenant);
  });
  afterAll(() => bench.destroy());

  return { bench: () => bench, tenant: () => tenant, addManual };
};
