import { describe, expect, it } from '@jest/globals';
import { structured as protocol } from '../../../src/workflow/decide/structured.js';

const parse = (content: string) => protocol.parse({ content, toolCalls: [] }, []);

const call = {
  reasoning: 'The documents say it.',
  decision: 'CALL_TOOLS',
  tools: [{ name: 'rag_search', arguments: '{"query":"remote work"}' }],
  then: 'answer',
  question: null,
  confidence: 0.8,
};
const answer = { ...call, decision: 'ANSWER', tools: [], then: null };

describe('the structured protocol', () => {
  it('requests the decision with a schema that names the tools', () => {
    const { responseSchema } = protocol.toShape([
      { name: 'rag_search', description: 'Searches.', parameters: {} },
    ]);

    expect(responseSchema?.name).toBe('decision');
    expect(JSON.stringify(responseSchema?.schema)).toContain('"enum":["rag_search"]');
  });

  it('closes every object of its schema, as strict mode demands', () => {
    const { responseSchema } = protocol.toShape([]);
    const objects = JSON.stringify(responseSchema?.schema).match(/"type":"object"/g) ?? [];

    expect(
      JSON.stringify(responseSchema?.schema).match(/"additionalProperties":false/g),
    ).toHaveLength(objects.length);
  });

  it('reads calls with their arguments as a string of JSON', () => {
    expect(parse(JSON.stringify(call))).toEqual({
      ok: true,
      decision: {
        decision: 'CALL_TOOLS',
        reasoning: 'The documents say it.',
        tools: [{ name: 'rag_search', arguments: { query: 'remote work' } }],
        then: 'answer',
        confidence: 0.8,
      },
    });
  });

  it('also reads arguments given as an object', () => {
    const reply = { ...call, tools: [{ name: 'rag_search', arguments: { query: 'x' } }] };

    expect(parse(JSON.stringify(reply))).toMatchObject({
      decision: { tools: [{ arguments: { query: 'x' } }] },
    });
  });

  it('reads a missing "then" as decide and a missing or impossible confidence as null', () => {
    const reply = { decision: 'CALL_TOOLS', tools: call.tools, confidence: 7 };

    expect(parse(JSON.stringify(reply))).toMatchObject({
      decision: { then: 'decide', confidence: null },
    });
  });

  it('reads a clarifying question', () => {
    const reply = { ...answer, decision: 'ASK_CLARIFICATION', question: 'Which office?' };

    expect(parse(JSON.stringify(reply))).toMatchObject({
      ok: true,
      decision: { decision: 'ASK_CLARIFICATION', question: 'Which office?' },
    });
  });

  it.each([
    ['a fence', '```json\n{"decision":"ANSWER","reasoning":"no need to CALL_TOOLS"}\n```'],
    ['a fence without a language', '```\n{"decision":"ANSWER"}\n```'],
    [
      'thoughts before it',
      '<think>CALL_TOOLS? {"decision":"CALL_TOOLS"}</think>{"decision":"ANSWER"}',
    ],
    ['thoughts without an opening tag', 'hm </think>\n{"decision":"ANSWER"}'],
    ['the decision in lower case', '{"decision":"answer"}'],
  ])('finds an ANSWER in spite of %s', (_, content) => {
    expect(parse(content)).toMatchObject({ ok: true, decision: { decision: 'ANSWER' } });
  });

  it.each([
    ['nothing', ''],
    ['only a thought', '<think>I should CALL_TOOLS</think>'],
    ['prose that mentions CALL_TOOLS', 'I will CALL_TOOLS rag_search now.'],
    ['JSON quoted in prose', `The document says: "${JSON.stringify(call)}"`],
    ['a JSON block inside prose', `Sure!\n\`\`\`json\n${JSON.stringify(call)}\n\`\`\``],
    ['JSON as a string', JSON.stringify(JSON.stringify(call))],
    ['two objects', `${JSON.stringify(answer)}\n${JSON.stringify(call)}`],
    ['an array', `[${JSON.stringify(call)}]`],
    ['a cut object', JSON.stringify(call).slice(0, -10)],
    ['an unknown decision', JSON.stringify({ ...answer, decision: 'MAYBE' })],
    ['a decision in a sentence', JSON.stringify({ ...answer, decision: 'I would CALL_TOOLS' })],
    ['CALL_TOOLS without tools', JSON.stringify({ ...call, tools: [] })],
    [
      'ASK_CLARIFICATION without a question',
      JSON.stringify({ ...answer, decision: 'ASK_CLARIFICATION' }),
    ],
    ['an unknown "then"', JSON.stringify({ ...call, then: 'maybe' })],
    [
      'arguments that are not JSON',
      JSON.stringify({ ...call, tools: [{ name: 'x', arguments: '{' }] }),
    ],
    [
      'arguments that are a list',
      JSON.stringify({ ...call, tools: [{ name: 'x', arguments: '[1]' }] }),
    ],
    ['a tool without a name', JSON.stringify({ ...call, tools: [{ arguments: '{}' }] })],
    [
      'more calls than allowed',
      JSON.stringify({ ...call, tools: new Array(17).fill(call.tools[0]) }),
    ],
    ['more than a megabyte', `{"decision":"ANSWER","reasoning":"${'x'.repeat(1_000_000)}"}`],
  ])('refuses %s and explains what is wrong', (_, content) => {
    const parsed = parse(content);

    expect(parsed).toMatchObject({ ok: false, problem: expect.stringMatching(/^The /) });
  });
});
