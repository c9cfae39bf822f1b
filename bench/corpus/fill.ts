import type { VectorStore } from '../../src/platform/vectors/vector-store.js';
import type { Database } from '../../src/compose/repositories.js';
import type { UserScope } from '../../src/shared/scope.js';
import { addKnowledge } from '../../test/support/knowledge.js';
import { createTestTenant } from '../../test/support/tenant.js';
import { createProse } from './prose.js';

const DOCUMENTS = 100;
const CHUNKS_PER_DOCUMENT = 20;
const SENTENCES_PER_CHUNK = 15;

type Stores = { database: Database; vectors: VectorStore };

/** 2,000 chunks of about 220 words, ready and wholly in the index; the scope of somebody who may read them. */
export const fillWithProse = async ({ database, vectors }: Stores): Promise<UserScope> => {
  const tenant = await createTestTenant(database);
  const bench = { test: { database }, vectors };
  for (let document = 0; document < DOCUMENTS; document += 1) {
    const prose = createProse(document);
    const passages = Array.from({ length: CHUNKS_PER_DOCUMENT }, () =>
      prose.paragraph(SENTENCES_PER_CHUNK),
    );
    await addKnowledge(bench, tenant, { owner: tenant.admin, title: prose.title(), passages });
  }
  await vectors.optimize();
  return tenant.member;
};
