import { describe, expect, it } from '@jest/globals';
import { readList } from '../../src/shared/lists.js';
import { newId, TenantId, UserId } from '../../src/shared/ids.js';

const scope = { tenantId: newId(TenantId), userId: newId(UserId) };
const read = async () => ({ items: [], nextAfter: newId(UserId) });
const cursorOf = async (query: object) => {
  const { nextCursor } = await readList({ list: 'turns', scope }, { limit: 1, ...query }, read);
  return nextCursor ?? '';
};

describe('the cursor of a list', () => {
  it('opens the next page under the same filters, in whatever order', async () => {
    const cursor = await cursorOf({ status: 'error', from: '2026-01-01' });
    const query = { limit: 5, from: '2026-01-01', status: 'error', cursor };

    await expect(readList({ list: 'turns', scope }, query, read)).resolves.toBeDefined();
  });

  it.each([{}, { status: 'success' }, { status: 'error', from: '2026-01-01' }])(
    'is refused with the filters %j if it was created with others',
    async (filters) => {
      const query = { limit: 1, ...filters, cursor: await cursorOf({ status: 'error' }) };

      await expect(readList({ list: 'turns', scope }, query, read)).rejects.toMatchObject({
        code: 'unparsable_request',
      });
    },
  );
});
