import { describe, expect, it } from '@jest/globals';
import {
  createChatModel,
  createFailoverChatModel,
} from '../../../src/platform/models/failover-chat-model.js';
import type { ChatRequest } from '../../../src/platform/models/model.js';
import { anthropic } from '../../../src/platform/models/providers/anthropic/index.js';
import { openai } from '../../../src/platform/models/providers/openai/index.js';
import { isAppError } from '../../../src/shared/errors.js';
import { createScriptedChatModel } from '../../fakes/scripted-chat-model.js';

const request: ChatRequest = {
  purpose: 'answer',
  messages: [{ role: 'user', content: 'How many days?' }],
  maxTokens: 100,
  temperature: 0,
};
const search = {
  name: 'search',
  description: 'Searches.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string' }, limit: { type: 'integer' } },
  },
};
const withTools: ChatRequest = { ...request, purpose: 'decide', tools: [search] };

type Body = string | readonly Uint8Array[];
type Played = { body: Body; type?: string; breaks?: boolean };

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const toResponse = ({ body, type = 'text/event-stream', breaks = false }: Played): Response => {
  const pieces = typeof body === 'string' ? [encode(body)] : body;
  const left = [...pieces];
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = left.shift();
      if (piece !== undefined) controller.enqueue(piece);
      else if (breaks) controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
  return new Response(stream, { headers: { 'content-type': type } });
};

type Outcome = {
  content?: string;
  calls?: string[];
  finishReason?: string;
  usage?: object;
  model?: string;
  /** The code of its failure. */
  error?: string;
  /** What its reader was shown. */
  shown?: string;
  /** How often the endpoint was asked. */
  tries?: number;
};

type Provider = 'openai' | 'anthropic';
type Asking = { provider?: Provider; asked?: ChatRequest; isRead?: boolean };

/** Asks a model whose endpoint always sends this, and says all that came out of it. */
const play = async (played: Played, asking: Asking = {}): Promise<Outcome> => {
  const { provider = 'openai', asked = request, isRead = false } = asking;
  let tries = 0;
  let shown = '';
  const model = createChatModel({
    provider: provider === 'openai' ? openai : anthropic,
    backend: 'main',
    model: 'model-1',
    baseUrl: 'http://model.example/v1',
    apiKey: 'secret',
    protocol: 'auto',
    prices: {},
    firstTokenMs: 30_000,
    streamIdleMs: 30_000,
    retry: { random: () => 0, wait: () => Promise.resolve() },
    send: async () => {
      tries += 1;
      return toResponse(played);
    },
  });
  try {
    const { signal } = new AbortController();
    const onText = isRead ? (text: string) => void (shown += text) : undefined;
    const result = await model.complete(asked, { signal, onText });
    const calls = result.toolCalls.map(
      ({ id, name, argumentsJson }) => `${id} ${name} ${argumentsJson}`,
    );
    const { content, finishReason, usage } = result;
    return { content, calls, finishReason, usage, model: result.model, shown, tries };
  } catch (error) {
    return { error: isAppError(error) ? error.code : String(error), shown, tries };
  }
};

const json = (value: unknown): Played => ({
  body: JSON.stringify(value),
  type: 'application/json',
});
const whole = (message: object, more: object = {}): Played =>
  json({ choices: [{ finish_reason: 'stop', message, ...more }] });

/** Events as a server writes them; a text stands as it is. */
const events = (...values: unknown[]): Played => ({
  body: values
    .map((value) => (typeof value === 'string' ? value : `data: ${JSON.stringify(value)}`))
    .map((line) => `${line}\n\n`)
    .join(''),
});
const delta = (written: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta: written, finish_reason: finish }],
});
const DONE = 'data: [DONE]';
const three = delta({ content: 'Three days.' });
const stop = delta({}, 'stop');

/** The same message as a whole and as a stream of one piece. */
const both = (message: object, finish = 'stop'): [Played, Played] => [
  json({ choices: [{ message, finish_reason: finish }] }),
  events(delta(message), delta({}, finish), DONE),
];

type Row = [what: string, played: Played, outcome: Outcome];

const INVALID: Outcome = { error: 'model_invalid_output', shown: '' };
const THREE: Outcome = { content: 'Three days.', finishReason: 'stop' };

describe('an unusual completion that comes in one piece', () => {
  it.each<Row>([
    ['choices of null', json({ choices: null }), INVALID],
    ['no finish reason', json({ choices: [{ message: { content: 'Three days.' } }] }), THREE],
    ['a text of null', whole({ content: null }), INVALID],
    ['a text of spaces', whole({ content: '  \n' }), { error: 'model_invalid_output' }],
    ['a refusal next to an empty text', whole({ content: '', refusal: 'No.' }), { content: 'No.' }],
    [
      'texts in parts',
      whole({
        content: [
          { type: 'text', text: 'Three ' },
          { type: 'text', text: 'days.' },
        ],
      }),
      THREE,
    ],
    ['parts that are plain texts', whole({ content: ['Three ', 'days.'] }), THREE],
    [
      'the error of its provider',
      json({ error: { code: 502, message: 'Provider returned error' } }),
      { error: 'model_unavailable', tries: 3 },
    ],
    [
      'an error in words',
      json({ error: 'model "qwen" not found, try pulling it first' }),
      { error: 'model_unavailable' },
    ],
    [
      'an error of vLLM',
      json({ object: 'error', message: 'The model does not exist.', code: 404 }),
      { error: 'model_unavailable', tries: 1 },
    ],
    [
      'an error about the length of the prompt',
      json({ error: { code: 400, message: "This model's maximum context length is 8 tokens" } }),
      { error: 'model_context_exceeded', tries: 1 },
    ],
    [
      'an error in its only choice',
      json({
        choices: [{ message: { content: '' }, error: { code: 429, message: 'Slow down.' } }],
      }),
      { error: 'model_unavailable', tries: 3 },
    ],
    [
      'half a text and the finish reason of an error',
      whole({ content: 'Three' }, { finish_reason: 'error' }),
      { error: 'model_unavailable', tries: 3 },
    ],
    [
      'a page although its type is JSON',
      { body: '<html>Sign in</html>', type: 'application/json' },
      INVALID,
    ],
  ])('is handled as expected: %s', async (_, played, outcome) => {
    expect(await play(played, { isRead: true })).toMatchObject(outcome);
  });
});

describe('an unusual streamed completion', () => {
  it.each<Row>([
    ['no [DONE]', events(three, stop), { ...THREE, shown: 'Three days.' }],
    ['choices of null in between', events(three, { choices: null }, stop, DONE), THREE],
    ['keep-alives', events(': OPENROUTER PROCESSING', three, ': ping', stop, DONE), THREE],
    [
      'lines that end as on Windows',
      { body: events(three, stop, DONE).body.toString().replaceAll('\n', '\r\n') },
      THREE,
    ],
    [
      'several objects in one line',
      events(`data: ${JSON.stringify(three)}${JSON.stringify(stop)}`, DONE),
      THREE,
    ],
    [
      'no empty line between two objects',
      events(`data: ${JSON.stringify(three)}\ndata: ${JSON.stringify(stop)}`, DONE),
      THREE,
    ],
    [
      'a letter that is cut between two pieces',
      {
        body: [...encode(String(events(delta({ content: 'Drei Übungstage 日' }), stop).body))].map(
          (byte) => Uint8Array.of(byte),
        ),
      },
      { content: 'Drei Übungstage 日', shown: 'Drei Übungstage 日' },
    ],
    [
      'a connection that breaks before the first word',
      { ...events(delta({ role: 'assistant' })), breaks: true },
      { error: 'model_unavailable', tries: 3, shown: '' },
    ],
    [
      'a connection that breaks in the middle',
      { ...events(three), breaks: true },
      { error: 'model_unavailable', tries: 1, shown: 'Three days.' },
    ],
    ['an end before the first word', events(delta({ role: 'assistant' })), INVALID],
    ['an end after [DONE] alone', events(delta({ content: '' }), stop, DONE), INVALID],
    [
      'an error before the first word',
      events({ error: { message: 'Overloaded', type: 'overloaded_error' } }),
      { error: 'model_unavailable', tries: 3, shown: '' },
    ],
    [
      'an error after the first word',
      events(three, { error: { code: 502, message: 'Provider disconnected' } }),
      { error: 'model_unavailable', tries: 1, shown: 'Three days.' },
    ],
    [
      'an error of a wrong key',
      events({ error: { code: 401, message: 'User not found.' } }),
      { error: 'model_unavailable', tries: 1 },
    ],
    [
      'a refusal of a content filter',
      events({ error: { code: 'content_filter', message: 'The response was filtered.' } }),
      { error: 'model_unavailable', tries: 1 },
    ],
    [
      'an error that names its status in words',
      events({ error: { type: 'authentication_error', message: 'No.' } }),
      { error: 'model_unavailable', tries: 1 },
    ],
    [
      'an error about the length of the prompt',
      events({ error: { message: 'the request exceeds the available context size' } }),
      { error: 'model_context_exceeded', tries: 1 },
    ],
    [
      'an error next to an empty choice',
      events({ ...delta({ content: '' }, 'error'), error: { code: 502, message: 'Gone.' } }),
      { error: 'model_unavailable', tries: 3 },
    ],
    [
      'nothing but the finish reason of an error',
      events(three, delta({ content: '' }, 'error'), DONE),
      { error: 'model_unavailable', tries: 1, shown: 'Three days.' },
    ],
    ['no model', events(three, stop, DONE), { model: 'model-1' }],
    ['a refusal', events(delta({ refusal: 'No.' }), stop, DONE), { content: 'No.' }],
    [
      'texts in parts',
      events(delta({ content: [{ type: 'text', text: 'Three days.' }] }), stop),
      THREE,
    ],
  ])('is handled as expected: %s', async (_, played, outcome) => {
    expect(await play(played, { isRead: true })).toMatchObject(outcome);
  });

  it('ends at [DONE], even if the connection stays open', async () => {
    const left = [encode(String(events(three, stop, DONE).body))];
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const piece = left.shift();
        if (piece !== undefined) controller.enqueue(piece);
        return piece === undefined ? new Promise(() => undefined) : undefined;
      },
    });
    const model = createChatModel({
      provider: openai,
      backend: 'main',
      model: 'model-1',
      protocol: 'auto',
      prices: {},
      baseUrl: 'http://model.example/v1',
      apiKey: '',
      firstTokenMs: 30_000,
      streamIdleMs: 30_000,
      send: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    });

    const { content } = await model.complete(request, { signal: new AbortController().signal });

    expect(content).toBe('Three days.');
  });
});

describe.each([
  ['whole', 0],
  ['streamed', 1],
] as const)('a %s completion', (_form, at) => {
  it.each<[string, Outcome['finishReason']]>([
    ['eos', 'stop'],
    ['end_turn', 'stop'],
    ['STOP', 'stop'],
    ['stop_sequence', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['content_filtered', 'content_filter'],
    ['tool_use', 'tool_calls'],
    ['something_new', 'other'],
  ])('that ends with %s is reported as finished with %s', async (reported, finishReason) => {
    const played = both({ content: 'Three days.' }, reported)[at];

    expect(await play(played, { isRead: true })).toMatchObject({
      content: 'Three days.',
      finishReason,
    });
  });

  it.each<[string, object, Outcome]>([
    ['as null', { prompt_tokens: null, completion_tokens: null }, {}],
    [
      'as texts',
      { prompt_tokens: '7', completion_tokens: '2' },
      { usage: { promptTokens: 7, completionTokens: 2 } },
    ],
    ['as fractions', { prompt_tokens: 7.5, completion_tokens: 2 }, {}],
  ])('that counts its tokens %s still has usage', async (_, usage, outcome) => {
    const played = [
      json({ choices: [{ message: { content: 'Three days.' } }], usage }),
      events(three, stop, { choices: [], usage }, DONE),
    ][at];

    const { usage: counted } = await play(played!);

    expect(counted).toMatchObject(outcome.usage ?? { completionTokens: 3 });
    expect(counted).not.toMatchObject({ promptTokens: 0 });
  });

  const THOUGHTS: [string, object][] = [
    [
      'in `reasoning_details` alone',
      { content: '', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] },
    ],
    [
      'in a summary of `reasoning_details`',
      { reasoning_details: [{ type: 'reasoning.summary', summary: 'Hm.' }] },
    ],
    [
      'in `reasoning` beside an empty `reasoning_content`',
      { reasoning_content: '', reasoning: 'Hm.' },
    ],
    ['in parts', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }],
    ['between tags', { content: '<think>Hm.</think>' }],
    ['after a tag that is never closed', { content: '<think>Hm. Three days.' }],
  ];

  it.each(THOUGHTS)(
    'that consists only of thoughts %s is requested again and not returned as an answer',
    async (_, message) => {
      expect(await play(both(message)[at])).toMatchObject({
        error: 'model_invalid_output',
        tries: 2,
      });
    },
  );

  it.each(['<think>Hm.</think>', '<thinking>\nHm.\n</thinking>\n', 'Hm.</think>'])(
    'with thoughts before its text returns only the text: %j',
    async (thought) => {
      const played = both({ content: `${thought}Three days.` })[at];

      expect(await play(played)).toMatchObject({ content: 'Three days.', tries: 1 });
    },
  );

  const call = (more: object) => ({ content: null, tool_calls: [{ index: 0, ...more }] });

  it.each<[string, object, string]>([
    [
      'arguments as an object',
      { id: 'a', function: { name: 'search', arguments: { query: 'days' } } },
      'a search {"query":"days"}',
    ],
    [
      'arguments that are broken',
      { id: 'a', function: { name: 'search', arguments: '{"query": "da' } },
      'a search {"query": "da',
    ],
    [
      'arguments of null',
      { id: 'a', function: { name: 'search', arguments: null } },
      'a search {}',
    ],
    ['no id', { function: { name: 'search', arguments: '{}' } }, 'call_0 search {}'],
    [
      'a number for its id',
      { id: 7, function: { name: 'search', arguments: '{}' } },
      '7 search {}',
    ],
    [
      'no type',
      { id: 'a', type: null, function: { name: 'search', arguments: '{}' } },
      'a search {}',
    ],
  ])('with a call that has %s is read', async (_, written, expected) => {
    const played = both(call(written), 'tool_calls')[at];

    expect(await play(played, { asked: withTools })).toMatchObject({
      calls: [expected],
      finishReason: 'tool_calls',
      tries: 1,
    });
  });

  const QUERY = '{"name": "search", "arguments": {"query": "days"}}';

  it.each<[string, string, string[]]>([
    ['between tags', `<tool_call>\n${QUERY}\n</tool_call>`, ['{"query":"days"}']],
    ['after a text', `I look it up.\n<tool_call>\n${QUERY}\n</tool_call>`, ['{"query":"days"}']],
    [
      'after a thought',
      `<think>Hm.</think>\n<tool_call>${QUERY}</tool_call>`,
      ['{"query":"days"}'],
    ],
    [
      'twice',
      `<tool_call>${QUERY}</tool_call>\n<tool_call>${QUERY.replace('days', 'weeks')}</tool_call>`,
      ['{"query":"days"}', '{"query":"weeks"}'],
    ],
    ['after a tag that is never closed', `<tool_call>\n${QUERY}`, ['{"query":"days"}']],
    ['in a block of JSON', `\`\`\`json\n${QUERY}\n\`\`\``, ['{"query":"days"}']],
    ['as plain JSON', QUERY, ['{"query":"days"}']],
    ['as Mistral writes it', `[TOOL_CALLS][${QUERY}]`, ['{"query":"days"}']],
    [
      'as newer models of Mistral write it',
      '[TOOL_CALLS]search[ARGS]{"query":"days"}',
      ['{"query":"days"}'],
    ],
    [
      'in tags, as Qwen3-Coder writes it',
      '<tool_call>\n<function=search>\n<parameter=query>\n7\n</parameter>\n<parameter=limit>\n3\n</parameter>\n</function>\n</tool_call>',
      ['{"query":"7","limit":3}'],
    ],
    [
      'in tags of a function alone',
      'I look it up.\n<function=search>\n<parameter=query>days</parameter>\n</function>',
      ['{"query":"days"}'],
    ],
    [
      'as Llama writes it',
      '<|python_tag|>{"name": "search", "parameters": {"query": "days"}}',
      ['{"query":"days"}'],
    ],
    [
      'as OpenAI would send it',
      '{"type": "function", "function": {"name": "search", "arguments": "{\\"query\\":\\"days\\"}"}}',
      ['{"query":"days"}'],
    ],
    ['without arguments', '<tool_call>{"name": "search"}</tool_call>', ['{}']],
    [
      'with arguments that are broken',
      '<tool_call>{"name": "search", "arguments": {"query": "da}</tool_call>',
      ['{"query": "da}'],
    ],
  ])('with a tool call written as text %s is read as that call', async (_, content, expected) => {
    const played = both({ content })[at];
    const outcome = await play(played, { asked: withTools });
    const read = await play(played, { asked: withTools, isRead: true });

    expect(read).toEqual({ ...outcome, shown: content });
    expect(outcome).toMatchObject({
      calls: expected.map((given, index) => `call_${index} search ${given}`),
      finishReason: 'tool_calls',
    });
    expect(outcome.content).not.toContain('search');
  });

  it.each<[string, string, ChatRequest]>([
    [
      'names a tool that was not offered',
      '<tool_call>{"name": "delete", "arguments": {}}</tool_call>',
      withTools,
    ],
    ['is cut off', '<function=search>\n<parameter=query>days', withTools],
    [
      'stands in a text that goes on',
      `Write <tool_call>${QUERY}</tool_call> to search.`,
      withTools,
    ],
    ['is an example after a text', `So it looks:\n\`\`\`json\n${QUERY}\n\`\`\``, withTools],
    ['is unrelated JSON', '{"name": "search", "days": 3}', withTools],
    ['comes although no tool was offered', `<tool_call>${QUERY}</tool_call>`, request],
    [
      'repeats a part of the prompt',
      `The page says:\n<tool_call>${QUERY}</tool_call>`,
      {
        ...withTools,
        messages: [{ role: 'user', content: `<source>call ${JSON.stringify(QUERY)}</source>` }],
      },
    ],
  ])('with a call in its text is returned as text if the call %s', async (_, content, asked) => {
    expect(await play(both({ content })[at], { asked })).toMatchObject({ content, calls: [] });
  });
});

describe('an error inside a stream', () => {
  const setUp = (played: Played) => {
    const spare = createScriptedChatModel({ answer: ['From the spare.'] });
    const main = createChatModel({
      provider: openai,
      backend: 'main',
      model: 'model-1',
      protocol: 'auto',
      prices: {},
      baseUrl: 'http://model.example/v1',
      apiKey: '',
      firstTokenMs: 30_000,
      streamIdleMs: 30_000,
      retry: { wait: () => Promise.resolve() },
      send: async () => toResponse(played),
    });
    const both = ['main', 'spare'];
    return createFailoverChatModel({
      backends: new Map([
        ['main', main],
        ['spare', spare],
      ]),
      order: { decide: both, rewrite: both, answer: both, verify: both, summary: both },
      failover: true,
      metrics: { breakerChanged: () => undefined },
      logger: { warn: () => undefined },
    });
  };
  const { signal } = new AbortController();

  it.each([
    ['before the first word', events({ error: { code: 502, message: 'Gone.' } })],
    ['instead of the last piece', events(delta({ content: '' }, 'error'), DONE)],
    ['with status 200 and no stream', json({ error: { code: 429, message: 'Slow down.' } })],
  ])('makes another endpoint answer if it comes %s', async (_, played) => {
    let shown = '';
    const onText = (text: string) => void (shown += text);

    const { switched } = await setUp(played).complete(request, { signal, onText });

    expect([switched, shown]).toEqual([true, 'From the spare.']);
  });

  it('ends the answer if it comes after the first word', async () => {
    const answer = setUp(events(three, { error: { code: 502, message: 'Gone.' } })).complete(
      request,
      { signal, onText: () => undefined },
    );

    await expect(answer).rejects.toMatchObject({ code: 'model_unavailable' });
  });
});

const started = {
  type: 'message_start',
  message: { model: 'claude', usage: { input_tokens: 5, output_tokens: 1 } },
};
const block = (content: object) => ({
  type: 'content_block_start',
  index: 0,
  content_block: content,
});
const piece = (written: object) => ({ type: 'content_block_delta', index: 0, delta: written });
const textOf = (text: string) => [
  block({ type: 'text', text: '' }),
  piece({ type: 'text_delta', text }),
];
const ended = (reason: string | null, usage?: object) => ({
  type: 'message_delta',
  delta: { stop_reason: reason },
  ...(usage && { usage }),
});

describe("an unusual message in Anthropic's protocol", () => {
  it.each<Row>([
    ['no content', json({ content: [], stop_reason: 'end_turn' }), INVALID],
    ['content of null', json({ content: null }), INVALID],
    ['content as one text', json({ content: 'Three days.', stop_reason: 'end_turn' }), INVALID],
    ['no stop reason', json({ content: [{ type: 'text', text: 'Three days.' }] }), THREE],
    ['no model', json({ content: [{ type: 'text', text: 'Three days.' }] }), { model: 'model-1' }],
    [
      'an error',
      json({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
      { error: 'model_unavailable', tries: 3 },
    ],
    [
      'an error of a wrong key',
      json({ type: 'error', error: { type: 'authentication_error', message: 'No.' } }),
      { error: 'model_unavailable', tries: 1 },
    ],
    [
      'a stream without message_stop',
      events(started, ...textOf('Three days.'), ended('end_turn')),
      THREE,
    ],
    [
      'lines that end as on Windows',
      {
        body: String(events(started, ...textOf('Three days.'), ended('end_turn')).body).replaceAll(
          '\n',
          '\r\n',
        ),
      },
      THREE,
    ],
    [
      'several objects in one line',
      events(
        `data: ${[started, ...textOf('Three days.'), ended('end_turn')].map((one) => JSON.stringify(one)).join('')}`,
      ),
      THREE,
    ],
    [
      'an unknown stop reason',
      events(started, ...textOf('Three days.'), ended('pause_turn')),
      { finishReason: 'other' },
    ],
    ['an end before the first word', events(started), INVALID],
    [
      'an error event without its name, before the first word',
      events(started, {
        type: 'error',
        error: { type: 'overloaded_error', message: 'Overloaded' },
      }),
      { error: 'model_unavailable', tries: 3, shown: '' },
    ],
    [
      'an error event without its name, after the first word',
      events(started, ...textOf('Three days.'), {
        type: 'error',
        error: { type: 'api_error', message: 'Gone.' },
      }),
      { error: 'model_unavailable', tries: 1, shown: 'Three days.' },
    ],
    [
      'an error about the length of the prompt',
      events({
        type: 'error',
        error: { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens' },
      }),
      { error: 'model_context_exceeded', tries: 1 },
    ],
    [
      'a connection that breaks before the first word',
      { ...events(started), breaks: true },
      { error: 'model_unavailable', tries: 3 },
    ],
    [
      'a connection that breaks in the middle',
      { ...events(started, ...textOf('Three days.')), breaks: true },
      { error: 'model_unavailable', tries: 1, shown: 'Three days.' },
    ],
    [
      'tokens as texts and null',
      events(
        {
          type: 'message_start',
          message: { usage: { input_tokens: '5', cache_read_input_tokens: null } },
        },
        ...textOf('Three days.'),
        ended('end_turn', { output_tokens: '4' }),
      ),
      { usage: { promptTokens: 5, completionTokens: 4 } },
    ],
  ])('is handled as expected: %s', async (_, played, outcome) => {
    expect(await play(played, { provider: 'anthropic', isRead: true })).toMatchObject(outcome);
  });

  it.each<[string, Played, string]>([
    [
      'whole, with arguments as a text',
      json({ content: [{ type: 'tool_use', id: 'a', name: 'search', input: '{"query":"days"}' }] }),
      'a search {"query":"days"}',
    ],
    [
      'whole, without an id',
      json({ content: [{ type: 'tool_use', name: 'search', input: null }] }),
      'call_0 search {}',
    ],
    [
      'streamed, with its arguments at the beginning',
      events(
        started,
        block({ type: 'tool_use', id: 'a', name: 'search', input: { query: 'days' } }),
        ended('tool_use'),
      ),
      'a search {"query":"days"}',
    ],
  ])('is read as a tool call: %s', async (_, played, expected) => {
    expect(await play(played, { provider: 'anthropic', asked: withTools })).toMatchObject({
      calls: [expected],
    });
  });

  it('that consists only of thoughts is requested again and not returned as an answer', async () => {
    const played = events(
      ...[started, block({ type: 'thinking', thinking: '' }), piece({ thinking: 'Hm.' })],
      ended('end_turn'),
    );

    expect(await play(played, { provider: 'anthropic' })).toMatchObject({
      error: 'model_invalid_output',
      tries: 2,
    });
  });
});
