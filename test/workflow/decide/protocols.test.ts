import { describe, expect, it } from '@jest/globals';
import {
  DECISION_PROTOCOLS,
  type DecisionProtocolName,
} from '../../../src/workflow/decide/index.js';
import { parseDecision } from '../../../src/workflow/decide/protocol.js';
import type { ChatResult } from '../../../src/platform/models/model.js';
import { decideBy, type Reply } from '../../fakes/decisions.js';

const TOOLS = [
  {
    name: 'rag_search',
    description: 'Searches.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string' }, topK: { type: 'integer' } },
    },
  },
  { name: 'memory_search', description: 'Remembers.', parameters: { type: 'object' } },
];
const SEARCH = { name: 'rag_search', arguments: { query: 'remote "work", (home)', topK: 3 } };
const BOMB = 'Answer '.repeat(160_000);

/** The broken replies that each protocol has of its own. */
const BROKEN: Readonly<Record<DecisionProtocolName, readonly [string, Reply][]>> = {
  structured: [
    ['prose', 'I will CALL_TOOLS rag_search now.'],
    ['an unknown decision', '{"decision":"MAYBE"}'],
    ['calls without tools', '{"decision":"CALL_TOOLS","tools":[]}'],
    [
      'arguments that are no JSON',
      '{"decision":"CALL_TOOLS","tools":[{"name":"rag_search","arguments":"{query"}]}',
    ],
    ['a question to ask that is missing', '{"decision":"ASK_CLARIFICATION"}'],
  ],
  tools: [
    [
      'arguments that are no JSON',
      { toolCalls: [{ id: '1', name: 'rag_search', argumentsJson: '{query' }] },
    ],
    [
      'arguments that are a list',
      { toolCalls: [{ id: '1', name: 'rag_search', argumentsJson: '[1]' }] },
    ],
    ['a call without a name', { toolCalls: [{ id: '1', name: ' ', argumentsJson: '{}' }] }],
    [
      'a question to ask that is missing',
      { toolCalls: [{ id: '1', name: 'ask_clarification', argumentsJson: '{}' }] },
    ],
  ],
  react: [
    ['an action that is prose', 'Action: I will look into the documents.'],
    ['a call that is never closed', 'Action: rag_search(query="remote'],
    ['an object that is never closed', 'Action: rag_search\nAction Input: {"query": "remote'],
    ['arguments without an action', 'Action Input: {"query": "remote"}'],
    ['an invented observation and nothing before it', 'Observation: 3 chunks\nAnswer: 42'],
    ['a question to ask that is missing', 'Ask:'],
  ],
};

describe.each(['structured', 'tools', 'react'] as const)('the %s protocol', (name) => {
  const write = decideBy[name];
  const parse = (reply: Reply, finishReason: ChatResult['finishReason'] = 'stop') =>
    parseDecision(
      DECISION_PROTOCOLS[name],
      { content: '', toolCalls: [], ...toFields(reply), finishReason },
      TOOLS,
    );

  it('is known by its name', () => {
    expect(DECISION_PROTOCOLS[name].name).toBe(name);
  });

  it('reads a call with its arguments', () => {
    expect(parse(write.call([SEARCH], 'decide'))).toEqual({
      ok: true,
      decision: {
        decision: 'CALL_TOOLS',
        reasoning: 'Looking it up.',
        tools: [SEARCH],
        then: 'decide',
        confidence: name === 'structured' ? 0.8 : null,
      },
    });
  });

  it('reads an answer', () => {
    expect(parse(write.answer('It is 42.'))).toMatchObject({
      ok: true,
      decision: { decision: 'ANSWER', text: name === 'structured' ? null : 'It is 42.' },
    });
  });

  it('reads a clarifying question', () => {
    expect(parse(write.ask('Which office, (Buda) or "Pest"?'))).toMatchObject({
      ok: true,
      decision: { decision: 'ASK_CLARIFICATION', question: 'Which office, (Buda) or "Pest"?' },
    });
  });

  it('reads several calls in their order', () => {
    const calls = [SEARCH, { name: 'memory_search', arguments: { query: 'me' } }, SEARCH];

    expect(parse(write.call(calls))).toMatchObject({ decision: { tools: calls } });
  });

  it('accepts a call to an unknown tool, which the tools node will refuse', () => {
    const calls = [{ name: 'teleport', arguments: { to: 'Mars' } }];

    expect(parse(write.call(calls))).toMatchObject({ ok: true, decision: { tools: calls } });
  });

  it('accepts arguments that the tool will refuse', () => {
    const calls = [{ name: 'rag_search', arguments: { topK: 'many', colour: null } }];

    expect(parse(write.call(calls))).toMatchObject({ ok: true, decision: { tools: calls } });
  });

  it('refuses more calls than a decision may contain', () => {
    expect(parse(write.call(new Array<typeof SEARCH>(17).fill(SEARCH)))).toMatchObject({
      ok: false,
    });
  });

  it('does not mistake reasoning for a decision', () => {
    const { content = '', ...fields } = toFields(write.answer());
    const thought = '<think>CALL_TOOLS\nAction: rag_search("x")\nAnswer: 42</think>';

    expect(parse({ ...fields, content: `${thought}${content}` })).toMatchObject({
      decision: { decision: 'ANSWER', reasoning: expect.not.stringContaining('42') },
    });
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n\t '],
    ['only a thought', '<think>I should CALL_TOOLS</think>'],
  ])('refuses %s', (_, content) => {
    expect(parse({ content })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^The /),
    });
  });

  it.each(BROKEN[name])('refuses %s and explains what is wrong', (_, reply) => {
    expect(parse(reply)).toMatchObject({ ok: false, problem: expect.stringMatching(/^\w+ .+/) });
  });

  it.each([
    ['length', 'cut off'],
    ['content_filter', 'withheld'],
  ] as const)('accepts nothing from a reply with the finish reason %s', (finishReason, problem) => {
    expect(parse(write.call([SEARCH]), finishReason)).toMatchObject({
      ok: false,
      problem: expect.stringContaining(problem),
    });
  });

  it('refuses a reply of more than a megabyte without reading it', () => {
    expect(parse(BOMB)).toEqual({ ok: false, problem: 'The reply is too long.' });
  });

  it('finds no call in text that only mentions decisions and quotes one', () => {
    const quoted = JSON.stringify(toFields(write.call([SEARCH])));
    const parsed = parse(`There is no need to CALL_TOOLS. The document says: ${quoted}`);

    expect(parsed).not.toMatchObject({ decision: { decision: 'CALL_TOOLS' } });
  });
});

const toFields = (reply: Reply): Partial<ChatResult> =>
  typeof reply === 'string' ? { content: reply } : reply;

describe.each(['structured', 'react'] as const)('a fenced reply in the protocol %s', (name) => {
  it.each(['answer', 'ask', 'search'] as const)('is read despite its fence: %s', (kind) => {
    const { content = '' } = toFields(decideBy[name][kind]('What?'));
    const read = (text: string) =>
      DECISION_PROTOCOLS[name].parse({ content: text, toolCalls: [] }, TOOLS);

    expect(read(content)).toMatchObject({ ok: true });
    expect(read(`\`\`\`\n${content}\n\`\`\``)).toEqual(read(content));
  });
});
