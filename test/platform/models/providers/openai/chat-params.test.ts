import { describe, expect, it } from '@jest/globals';
import { EndpointError } from '../../../../../src/platform/models/endpoint.js';
import type { ChatRequest } from '../../../../../src/platform/models/model.js';
import { adaptTo, toChatParams } from '../../../../../src/platform/models/providers/openai/chat.js';

const request: ChatRequest = {
  purpose: 'decide',
  messages: [{ role: 'user', content: 'How long?' }],
  maxTokens: 100,
  temperature: 0.3,
};
const withForm = { ...request, responseSchema: { name: 'decision', schema: { type: 'object' } } };
const tool = { name: 'rag_search', description: 'Searches.', parameters: { type: 'object' } };

const refusalOf = (message: string, status = 400): EndpointError =>
  new EndpointError(message, { kind: 'refused', status });

const sent = (asked: ChatRequest, refused: readonly string[] = [], isStreamed = false) => ({
  request: asked,
  refused: new Set(refused),
  isStreamed,
});

describe('the refusal of an endpoint', () => {
  it.each<[string, string, ChatRequest]>([
    ['temperature', "Unsupported value: 'temperature'", request],
    ['max_tokens', "Use 'max_completion_tokens' instead", request],
    ['json_schema', 'response_format is not supported', withForm],
    ['tools', 'unknown field tools', { ...request, tools: [tool] }],
  ])('is recognised as a refusal of %s if it says "%s"', (ability, message, asked) => {
    expect(adaptTo(refusalOf(message), sent(asked))).toEqual(new Set([ability]));
  });

  it('adds one refused parameter each time', () => {
    const next = adaptTo(refusalOf('no response_format'), sent(withForm, ['json_schema']));

    expect(next).toEqual(new Set(['json_schema', 'json_object']));
    expect(adaptTo(refusalOf('no response_format'), sent(withForm, [...(next ?? [])]))).toBe(
      undefined,
    );
  });

  it('first concerns the usage of a stream, then the stream itself, and neither if no stream was requested', () => {
    const error = refusalOf('stream_options: extra inputs are not permitted');

    expect(adaptTo(error, sent(request, [], true))).toEqual(new Set(['stream_usage']));
    expect(adaptTo(error, sent(request))).toBeUndefined();
  });

  it.each([
    ['an error of the server', refusalOf('temperature sensor failed', 500)],
    ['too many requests', refusalOf('temperature', 429)],
    ['an error of ours', new Error('temperature')],
    ['a refusal of something else', refusalOf('The model does not exist.', 404)],
  ])('is not recognised in %s', (_, error) => {
    expect(adaptTo(error, sent({ ...withForm, tools: [tool] }))).toBeUndefined();
  });

  it('is recognised in a server error that names tools, as from llama.cpp', () => {
    const error = refusalOf('tools param requires --jinja flag', 500);

    expect(adaptTo(error, sent({ ...request, tools: [tool] }))).toEqual(new Set(['tools']));
  });
});

describe("a request in OpenAI's format", () => {
  it('leaves out the parameters that were refused', () => {
    const params = toChatParams('m', sent(request, ['temperature', 'max_tokens']));

    expect(params).toEqual({
      model: 'm',
      messages: request.messages,
      max_completion_tokens: 100,
    });
  });

  it('requests a form by schema, then as a JSON object described in words, then in words alone', () => {
    const formats = [[], ['json_schema'], ['json_schema', 'json_object']].map((refused) =>
      toChatParams('m', sent(withForm, refused)),
    );

    expect(formats.map((params) => params.response_format?.type)).toEqual([
      'json_schema',
      'json_object',
      undefined,
    ]);
    expect(formats.map(({ messages }) => messages.length)).toEqual([1, 2, 2]);
  });

  it('names the call that a tool result answers', () => {
    const call = { id: 'c1', name: 'rag_search', argumentsJson: '{}' };
    const { messages } = toChatParams(
      'm',
      sent({
        ...request,
        messages: [
          { role: 'assistant', content: '', toolCalls: [call] },
          { role: 'tool', toolCallId: 'c1', content: 'Nothing.' },
        ],
      }),
    );

    expect(messages).toEqual([
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'rag_search', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Nothing.' },
    ]);
  });
});
