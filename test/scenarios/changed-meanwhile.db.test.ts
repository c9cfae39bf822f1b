import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSessions } from '../../src/conversations/sessions.js';
import { makeUserScope } from '../../src/shared/make-scope.js';
import { AssistantId, CollectionId, newId } from '../../src/shared/ids.js';
import type { Tool } from '../../src/tools/index.js';
import { addKnowledge } from '../support/knowledge.js';
import type { TestTenant } from '../support/tenant.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

const QUESTION = 'How many quokkas are allowed on a journey?';

let bench: Workbench;
let tenant: TestTenant;

beforeAll(async () => {
  bench = await createWorkbench();
});
afterAll(() => bench.destroy());

/** A collection with one document, and an assistant that answers from it alone. */
const createHouse = async () => {
  tenant = await bench.test.tenant();
  const passages = ['Four quokkas are allowed on a journey.'];
  const { documentId } = await addKnowledge(bench, tenant, { owner: tenant.admin, passages });
  const collection = newId(CollectionId);
  const assistant = newId(AssistantId);
  await bench.test.database.withScope(tenant.admin, async (tx) => {
    await tx.collections.create({
      id: collection,
      ownerId: tenant.admin.userId,
      name: 'Travel',
      description: null,
      visibility: 'tenant',
      editors: { users: [], groups: [] },
    });
    await tx.collections.addDocuments([collection], [documentId]);
    await tx.assistants.create({
      id: assistant,
      slug: 'travel',
      name: 'Travel',
      description: null,
      prompt: null,
      tools: null,
      citationStyle: null,
      language: null,
      answerLength: null,
      model: null,
      temperature: null,
      maxTokens: null,
      reasoningEffort: null,
      filter: { type: 'eq', key: 'collectionId', value: collection },
    });
  });
  return { documentId, collection, assistant };
};

const before =
  (work: () => Promise<unknown>) =>
  (tools: readonly Tool[]): Tool[] =>
    tools.map((tool) => ({
      ...tool,
      run: async (given, context) => {
        if (tool.name === 'rag_search') await work();
        return tool.run(given, context);
      },
    }));

const after =
  (work: () => Promise<unknown>) =>
  (tools: readonly Tool[]): Tool[] =>
    tools.map((tool) => ({
      ...tool,
      run: async (given, context) => {
        const found = await tool.run(given, context);
        if (tool.name === 'rag_search') await work();
        return found;
      },
    }));

const asAdmin = (work: Parameters<typeof bench.test.database.withScope>[1]) => () =>
  bench.test.database.withScope(tenant.admin, work);

/** Somebody whose key may ask this assistant alone, which so answers where none is named. */
const bound = (assistant: AssistantId) =>
  makeUserScope({ ...tenant.member, assistantIds: [assistant] });

describe('a turn during which something changes', () => {
  it('ends as it began if its assistant is deleted meanwhile', async () => {
    const { assistant, documentId } = await createHouse();
    const ask = bench.asker({ tools: before(asAdmin((tx) => tx.assistants.delete(assistant))) });

    const answer = await ask(bound(assistant), QUESTION);

    expect(answer.citations.map((citation) => citation.documentId)).toEqual([documentId]);
  });

  it('uses the documents that its assistant had at the beginning if they change meanwhile', async () => {
    const { assistant } = await createHouse();
    const passages = ['Nine quokkas are allowed on a journey by ship.'];
    const other = await addKnowledge(bench, tenant, { owner: tenant.admin, passages });
    const ask = bench.asker({
      tools: before(asAdmin((tx) => tx.assistants.update(assistant, { filter: null }))),
    });

    const meanwhile = await ask(bound(assistant), QUESTION);
    const afterwards = await bench.asker()(bound(assistant), QUESTION);

    const cited = (answer: typeof meanwhile) => answer.citations.map((one) => one.documentId);
    expect(cited(meanwhile)).not.toContain(other.documentId);
    expect(cited(afterwards)).toContain(other.documentId);
  });

  it('finds nothing in a collection that is deleted before the search', async () => {
    const { assistant, collection } = await createHouse();
    const ask = bench.asker({ tools: before(asAdmin((tx) => tx.collections.delete(collection))) });

    const answer = await ask(bound(assistant), QUESTION);

    expect(answer).toMatchObject({ responseType: 'not_found', citations: [] });
  });

  it('does not show its answer to readers from whom its document is hidden meanwhile', async () => {
    const { assistant, documentId } = await createHouse();
    const hide = asAdmin((tx) => tx.documents.update(documentId, { visibility: 'private' }));
    const ask = bench.asker({ tools: after(hide) });

    const { sessionId, citations } = await ask(bound(assistant), QUESTION);

    const { database } = bench.test;
    const page = { limit: 10 };
    const read = await createSessions({ database }).messages(tenant.member, sessionId, page);
    expect(citations).toHaveLength(1);
    expect(read.items.map(({ content }) => content).join()).not.toContain('Four quokkas');
  });
});
