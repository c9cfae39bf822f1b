import { describe, expect, it } from '@jest/globals';
import { createExecutions } from '../../src/conversations/executions.js';
import { createScriptedChatModel, decide } from '../fakes/scripted-chat-model.js';
import { setUpManual } from '../support/hr-manual.js';
import { addKnowledge } from '../support/knowledge.js';

const { bench } = setUpManual(['Annual leave is 25 days.']);
const QUESTION = 'How many days of annual leave are there?';

/** A turn in which the model read two documents, cited one, and has words of the other in its thoughts and its calls. */
const askAboutBoth = async () => {
  const { test } = bench();
  const tenant = await test.tenant();
  const { admin, member } = tenant;
  const add = (title: string, content: string) =>
    addKnowledge(bench(), tenant, { owner: admin, title, passages: [content] });
  await add('Handbook', 'Annual leave is 25 days.');
  const merger = await add('Merger', 'Annual leave ends with the HELIOTROPE merger.');
  const thinks = (query: string) =>
    decide.search(query, 'decide').replace('Looking it up.', 'HELIOTROPE is planned.');
  const chat = createScriptedChatModel({
    decide: [thinks('annual leave'), thinks('HELIOTROPE merger'), decide.answer()],
    answer: ['Annual leave is 25 days [1].'],
  });
  const { executionId, citations } = await bench().asker({ chat })(member, QUESTION);
  const read = async () =>
    JSON.stringify(
      await createExecutions({ database: test.database }).readExecution(member, executionId),
    );
  const hide = () =>
    test.database.withScope(admin, (tx) =>
      tx.documents.update(merger.documentId, { visibility: 'private' }),
    );
  return { tenant, citations, read, hide, merger };
};

describe('withdrawing a document that was read but not cited', () => {
  it("removes the model's thoughts about it and the tool arguments from it, but not the answer", async () => {
    const { citations, read, hide } = await askAboutBoth();
    const before = await read();

    await hide();

    const after = await read();
    expect(citations).toHaveLength(1);
    expect(before.match(/HELIOTROPE/gu)?.length).toBeGreaterThan(3);
    expect(after).not.toContain('HELIOTROPE');
    expect(after).toContain('Annual leave is 25 days [1].');
  });
});
