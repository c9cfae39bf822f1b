import { describe, expect, it } from '@jest/globals';
import { react } from '../../../src/workflow/decide/react.js';
import { growthOf, LINEAR } from '../../support/growth.js';

const definition = (name: string, properties: Record<string, unknown>) => ({
  name,
  description: '',
  parameters: { type: 'object', properties },
});
const TOOLS = [
  definition('math_calc', { expression: { type: 'string' } }),
  definition('rag_search', { query: { type: 'string' }, topK: { type: 'integer' } }),
  definition('document_retrieval', { pages: { type: 'array' }, title: { type: 'string' } }),
];

const parse = (content: string) => react.parse({ content, toolCalls: [] }, TOOLS);
const callsOf = (content: string) => {
  const parsed = parse(content);
  return parsed.ok && parsed.decision.decision === 'CALL_TOOLS' ? parsed.decision.tools : parsed;
};
const math = (expression: unknown) => [{ name: 'math_calc', arguments: { expression } }];
const search = (given: Record<string, unknown>) => [{ name: 'rag_search', arguments: given }];

describe('an action in a ReAct reply', () => {
  it.each([
    ['a positional argument', 'math_calc("sqrt(144) + 5")', math('sqrt(144) + 5')],
    ['no quotes', 'math_calc(sqrt(144) + (5 - 2))', math('sqrt(144) + (5 - 2)')],
    ['a number instead of a text', 'math_calc(42)', math('42')],
    [
      'keywords',
      'rag_search(query="remote work", topK=3)',
      search({ query: 'remote work', topK: 3 }),
    ],
    ['keywords with colons', "rag_search(query: 'a', topK: 3)", search({ query: 'a', topK: 3 })],
    ['positions', 'rag_search("remote work", 3)', search({ query: 'remote work', topK: 3 })],
    ['a position after a keyword', 'rag_search(topK=3, "a")', search({ query: 'a', topK: 3 })],
    ['JSON', 'rag_search({"query": "a, (b)", "topK": 3})', search({ query: 'a, (b)', topK: 3 })],
    ['JSON without brackets', 'rag_search {"query": "a"}', search({ query: 'a' })],
    ['JSON behind a colon', '`rag_search`: {"query": "a"}', search({ query: 'a' })],
    [
      'Python spelling',
      "rag_search({'query': 'a', 'x': None, 'y': [True, -1.5e2,]})",
      search({ query: 'a', x: null, y: [true, -150] }),
    ],
    [
      'commas in quotes',
      'rag_search("a, b) and (c", 2)',
      search({ query: 'a, b) and (c', topK: 2 }),
    ],
    [
      'escaped quotes',
      String.raw`rag_search("say \"hi\", \u00e9\\n")`,
      search({ query: 'say "hi", é\\n' }),
    ],
    [
      'unescaped quotes',
      'rag_search("the "big" one", 2)',
      search({ query: 'the "big" one', topK: 2 }),
    ],
    ['an apostrophe', "rag_search('what's new')", search({ query: "what's new" })],
    [
      'an apostrophe without quotes',
      "rag_search(query=what's new)",
      search({ query: "what's new" }),
    ],
    ['typographic quotes', 'rag_search(query=“távmunka”)', search({ query: 'távmunka' })],
    ['an equation', 'math_calc("x == 2")', math('x == 2')],
    [
      'a web address',
      'rag_search(https://example.org/a?b=c)',
      search({ query: 'https://example.org/a?b=c' }),
    ],
    ['no argument', 'rag_search()', search({})],
    ['words around the call', 'I will call rag_search("a") to find out.', search({ query: 'a' })],
    ['back-ticks', '`rag_search("a")`', search({ query: 'a' })],
    [
      'a field of another type',
      'document_retrieval([1, 2], "HR")',
      [{ name: 'document_retrieval', arguments: { pages: [1, 2], title: 'HR' } }],
    ],
    [
      'one argument too many',
      'math_calc("1", "2")',
      [{ name: 'math_calc', arguments: { expression: '1', argument_2: '2' } }],
    ],
    [
      'an unknown tool',
      'teleport("Mars", speed=9)',
      [{ name: 'teleport', arguments: { argument_1: 'Mars', speed: 9 } }],
    ],
  ])('is read with %s', (_, action, expected) => {
    expect(callsOf(`Thought: hm\nAction: ${action}`)).toEqual(expected);
  });

  it.each([
    ['an object', 'Action Input: {"query": "a"}', { query: 'a' }],
    ['a fenced object', 'Action Input:\n```json\n{"query":\n "a"}\n```', { query: 'a' }],
    ['a number', 'Action 1 Input: {"query": "a"}', { query: 'a' }],
    ['words', 'Action Input: leave, (paid) or "unpaid', { query: 'leave, (paid) or "unpaid' }],
    ['words in quotes', 'Action Input: "leave"', { query: 'leave' }],
    ['keywords', 'Action Input: query="leave", topK=2', { query: 'leave', topK: 2 }],
    ['nothing', 'Action Input:', {}],
  ])('takes its input from the line below: %s', (_, input, given) => {
    expect(callsOf(`Action: rag_search\n${input}`)).toEqual(search(given));
  });

  it('may be one of several: plain, numbered, listed or below each other', () => {
    const reply = [
      'Thought 1: all of these',
      'Action 1: rag_search("a")',
      '**Action 2:** rag_search("b"); rag_search("c")',
      'Action: rag_search("d")',
      'rag_search("e")',
      'to be thorough',
    ].join('\r\n');

    expect(callsOf(reply)).toEqual(['a', 'b', 'c', 'd', 'e'].flatMap((query) => search({ query })));
  });

  it('keeps markup that is part of its arguments', () => {
    expect(callsOf('Action: rag_search("a\nAnswer: 42\nObservation: b")')).toEqual(
      search({ query: 'a\nAnswer: 42\nObservation: b' }),
    );
  });

  it('is read as a call even if the model invented its result and an answer', () => {
    const reply = 'Action: rag_search("a")\nObservation: 42\nThought: fine\nFinal Answer: 42';

    expect(callsOf(reply)).toEqual(search({ query: 'a' }));
  });

  it('is not performed if the model has to ask the user', () => {
    expect(parse('Action: rag_search("a")\nAsk: Which\noffice?')).toMatchObject({
      decision: { decision: 'ASK_CLARIFICATION', question: 'Which\noffice?' },
    });
  });

  it.each([
    'rag_search for (x)',
    'rag_search("a"',
    'rag_search([1)',
    'rag_search({"a" 1})',
    '42',
    '',
  ])('is refused if it is not a call: %s', (action) => {
    expect(parse(`Action: ${action}`)).toMatchObject({ ok: false });
  });
});

describe('an answer in a ReAct reply', () => {
  it.each([
    ['Answer: 42', '42'],
    ['Final Answer: 42', '42'],
    ['**Final Answer:** 42', '42'],
    ['final answer： 42', '42'],
    ['The answer is 42.', 'The answer is 42.'],
    ['Answer:\n42\n\nThat is all.', '42\n\nThat is all.'],
    ['Answer: 42\nThought: or is it?\nAction: math_calc("1")', '42'],
    ['Answer: 42\nObservation: no', '42'],
  ])('begins at the start of a line: %j', (lines, text) => {
    expect(parse(`Thought: I know.\n${lines}`)).toMatchObject({
      decision: { decision: 'ANSWER', text, reasoning: 'I know.' },
    });
  });

  it('does not begin in the middle of a line', () => {
    expect(callsOf('Thought: the file says Answer: 42\nAction: math_calc("1")')).toEqual(math('1'));
  });

  it('is the whole reply if there are no markers', () => {
    expect(parse('Hello!\nHow can I help?')).toMatchObject({
      decision: { decision: 'ANSWER', text: 'Hello!\nHow can I help?', reasoning: '' },
    });
  });

  it.each(['Thought: I know it.', 'Thought: I know it.\nAction: None'])(
    'is left to the finalize node if there is only a thought: %j',
    (reply) => {
      expect(parse(reply)).toMatchObject({
        decision: { decision: 'ANSWER', text: null, reasoning: 'I know it.' },
      });
    },
  );

  it('does not contain the reasoning in <think> tags', () => {
    expect(parse('<think>\nAnswer: 41\n</think>\nAnswer: 42')).toMatchObject({
      decision: { text: '42' },
    });
  });
});

describe('a ReAct reply of one megabyte', () => {
  const fill = (unit: string): string => unit.repeat(Math.floor(990_000 / unit.length));
  const SIZE = 1_000_000;

  it.each([
    ['quotes', `Action: rag_search("${fill('" ')}`],
    ['brackets', `Action: rag_search(${fill('(')}`],
    ['lists', `Action: rag_search(${fill('[')}`],
    ['letters', `Action: ${fill('a')}`],
    ['words', `Action: ${fill('a ')}`],
    ['spaces', `Action: rag_search("a")${fill(' ')}x`],
    ['calls', `Action: ${fill('a(),')}`],
    ['actions', fill('Action: a("b")\n')],
    ['names', fill('Action: a\n\n')],
    ['stars', fill('*')],
    ['marks', fill('Action ')],
    ['digits', `Action: rag_search(${fill('1')}`],
    ['escapes', `Action: rag_search("${fill('\\')}`],
    ['lines', fill('\n')],
    ['keys', `Action: rag_search(${fill('a=')}`],
    ['thoughts', fill('Thought: a\n')],
  ])('full of %s is read in one pass', (_, reply) => {
    const growth = growthOf((size) => {
      // From both ends, for what a reply begins with and what it ends with decide how it is read.
      const content = reply.slice(0, size / 2) + reply.slice(-size / 2);
      react.parse({ content, toolCalls: [] }, TOOLS);
    }, SIZE);

    expect(growth).toBeLessThan(LINEAR);
  });
});
