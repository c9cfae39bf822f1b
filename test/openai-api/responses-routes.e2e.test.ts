import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { startOpenAiHouse, type OpenAiHouse } from '../support/openai-house.js';
import { libreChatTitles, n8nResponses } from './recorded-requests.js';

let house: OpenAiHouse;
beforeAll(async () => {
  house = await startOpenAiHouse();
}, 60_000);
afterAll(() => house.close());

const QUESTION = 'How many quokkas are allowed in a garden?';
const asked = { model: 'default', input: QUESTION };

const post = (body: object) =>
  house.application.call('POST', '/openai/v1/responses', { key: house.adminKey, body });

const Id = z.looseObject({ id: z.string() });

describe('the Responses API', () => {
  it('answers with the search that ran and each citation as a URL and a file', async () => {
    const response = await house.client.responses.create({
      ...asked,
      include: ['file_search_call.results'],
    });

    expect(response.output_text).toContain('Seven quokkas are allowed in a garden');
    expect(response.output).toMatchObject([
      {
        type: 'file_search_call',
        status: 'completed',
        queries: [QUESTION],
        results: [{ file_id: house.documentId, filename: 'Zoo rules' }],
      },
      {
        type: 'message',
        content: [
          {
            annotations: [
              { type: 'url_citation', title: 'Zoo rules' },
              { type: 'file_citation', file_id: house.documentId, filename: 'Zoo rules' },
            ],
          },
        ],
      },
    ]);
    expect(response).toMatchObject({ knowledge_router: { sessionId: null } });
  });

  it("streams events that the openai package's helper accepts, complete at the end", async () => {
    const stream = house.client.responses.stream(asked);
    const types: string[] = [];
    const numbers: number[] = [];
    stream.on('event', ({ type, sequence_number }) => {
      types.push(type);
      numbers.push(sequence_number);
    });

    const response = await stream.finalResponse();

    expect(response.output_text).toContain('Seven quokkas');
    expect(response).toMatchObject({ knowledge_router: { citations: [{ number: 1 }] } });
    expect(numbers).toEqual(numbers.map((_, index) => index));
    expect([...new Set(types)]).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.output_item.done',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.annotation.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.completed',
    ]);
  });

  it('answers from the collections that file_search names', async () => {
    const call = (method: string, path: string, body?: object) =>
      house.application.call(method, path, { key: house.adminKey, ...(body && { body }) });
    const { id } = Id.parse((await call('POST', '/v1/collections', { name: 'Zoo' })).json);
    const search = { type: 'file_search' as const, vector_store_ids: [id] };

    const empty = await house.client.responses.create({ ...asked, tools: [search] });
    await call('PUT', `/v1/collections/${id}/documents/${house.documentId}`);
    const filled = await house.client.responses.create({ ...asked, tools: [search] });

    expect(empty).toMatchObject({ knowledge_router: { citations: [] } });
    expect(filled).toMatchObject({ knowledge_router: { citations: [{ number: 1 }] } });
  });

  it('answers an agent of n8n and ignores its tools', async () => {
    const { status, headers, json } = await post(n8nResponses(QUESTION));

    expect({ status, json }).toMatchObject({ status: 200, json: { status: 'completed' } });
    expect(headers.get('x-knowledge-router-ignored')).toBe('temperature, tools');
  });

  it('creates a title without a search', async () => {
    const input = libreChatTitles.completion.messages;

    const { json } = await post({ model: 'default', input });

    expect(json).toMatchObject({ output: [{ type: 'message', content: [{ text: QUESTION }] }] });
    expect(json).not.toHaveProperty('knowledge_router');
  });

  it.each([
    ['previous_response_id', { previous_response_id: 'resp_1' }],
    ['conversation', { conversation: 'conv_1' }],
    ['tool_choice', { tool_choice: 'required' }],
    ['text.format', { text: { format: { type: 'json_object' } } }],
    ['input', { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'x' }] }] }],
  ])('refuses the field %s by name', async (param, fields) => {
    const { status, json } = await post({ ...asked, ...fields });

    expect({ status, json }).toMatchObject({
      status: 400,
      json: { error: { code: 'unsupported_parameter', param } },
    });
  });

  it('stores no response', async () => {
    const { status, json } = await house.application.call('GET', '/openai/v1/responses/resp_1', {
      key: house.adminKey,
    });

    expect({ status, json }).toMatchObject({
      status: 404,
      json: { error: { type: 'not_found_error', code: 'route_not_found' } },
    });
  });
});
