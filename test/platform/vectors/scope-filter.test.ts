import { describe, expect, it } from '@jest/globals';
import {
  chunksOfDocument,
  chunksVisibleTo,
  createRowGuard,
  memoriesOf,
} from '../../../src/platform/vectors/scope-filter.js';
import { DocumentId, newId, TenantId, UserId } from '../../../src/shared/ids.js';
import { makeSystemScope, makeUserScope } from '../../../src/shared/make-scope.js';

const tenantId = newId(TenantId);
const user = makeUserScope({
  tenantId,
  userId: newId(UserId),
  role: 'member',
  groups: ['hr'],
  permissions: ['search'],
});
const inTenant = { field: 'tenant_id', oneOf: [tenantId] };

describe('the vector filter for a reader', () => {
  it("requires the reader's tenant, then documents of the tenant, of the reader or of the reader's groups", () => {
    expect(chunksVisibleTo(user, {})).toEqual([
      inTenant,
      {
        anyOf: [
          { field: 'visibility', oneOf: ['tenant', 'group:hr'] },
          { field: 'owner_id', oneOf: [user.userId] },
        ],
      },
    ]);
  });

  it('matches nothing if no document is requested', () => {
    expect(chunksVisibleTo(user, { documentIds: [] })).toContainEqual({
      field: 'document_id',
      oneOf: [],
    });
  });

  it("matches only the person's own memories when it is for memories", () => {
    expect(memoriesOf(user, {})).toEqual([inTenant, { field: 'user_id', oneOf: [user.userId] }]);
  });

  it('cannot be built without a tenant', () => {
    const without = { ...user, tenantId: '' as TenantId };

    expect(() => chunksVisibleTo(without, {})).toThrow('A scope without a tenant');
  });
});

describe("the vector filter for a document's chunks", () => {
  it('leaves out the version that is excepted', () => {
    const documentId = newId(DocumentId);

    const filter = chunksOfDocument(makeSystemScope(tenantId), { documentId, exceptVersion: 3 });

    expect(filter).toEqual([
      inTenant,
      { field: 'document_id', oneOf: [documentId] },
      { not: { field: 'version', oneOf: [3] } },
    ]);
  });
});

describe('a row that a store returned', () => {
  const strangers = { count: 0 };
  const mayShow = createRowGuard(user, () => (strangers.count += 1));
  const row = { tenantId, visibility: 'private', ownerId: newId(UserId) };

  it.each([
    ['the tenant’s', { ...row, visibility: 'tenant' }],
    ['the reader’s', { ...row, ownerId: user.userId }],
    ['one of the reader’s group', { ...row, visibility: 'group:hr' }],
    ['a memory of the reader', { tenantId, userId: user.userId }],
  ])('is shown if it is %s', (_, shown) => {
    expect(mayShow(shown)).toBe(true);
  });

  it.each([
    ['somebody else’s', row],
    ['one of another group', { ...row, visibility: 'group:hr2' }],
    ['a memory of somebody else', { tenantId, userId: newId(UserId) }],
    ['a row that names nobody', { tenantId }],
  ])('is withheld if it is %s', (_, kept) => {
    expect(mayShow(kept)).toBe(false);
  });

  it('of another tenant is withheld and reported', () => {
    strangers.count = 0;

    expect(mayShow({ ...row, tenantId: newId(TenantId), visibility: 'tenant' })).toBe(false);
    expect(strangers.count).toBe(1);
  });
});
