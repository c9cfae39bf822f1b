import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatAnswer } from '../../src/workflow/chat.js';
import { createTestTenant, type TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
  tenant = await createTestTenant(bench.test.database);
});
afterAll(() => bench.destroy());

const diffsOf = async ({ executionId }: ChatAnswer): Promise<unknown[]> => {
  const found = await bench.test.database.withScope(tenant.admin, (tx) =>
    tx.executions.find(executionId),
  );
  return found?.stateDiffs ?? [];
};

describe('a turn in debug mode', () => {
  it('stores what each node changed, by the position of its run', async () => {
    const ask = bench.asker();

    const answer = await ask(tenant.admin, 'Who is in charge?', { options: { debug: true } });

    expect(await diffsOf(answer)).toMatchObject(
      answer.timings.nodes.map((_node, position) => ({ position })),
    );
  });

  it('stores nothing unless somebody asked for it', async () => {
    const answer = await bench.asker()(tenant.admin, 'Who is in charge?');

    expect(await diffsOf(answer)).toEqual([]);
  });

  it('is forbidden to members', async () => {
    const asked = bench.asker()(tenant.member, 'Who?', { options: { debug: true } });

    await expect(asked).rejects.toMatchObject({ code: 'forbidden' });
  });
});
