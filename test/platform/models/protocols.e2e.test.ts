import { afterEach, describe, expect, it } from '@jest/globals';
import type { ChatModelOptions } from '../../../src/platform/models/failover-chat-model.js';
import type { DecisionRequest } from '../../../src/platform/models/model.js';
import type { DecisionProtocolName } from '../../../src/workflow/decide/index.js';
import type { ChatCall, ChatReply, Fault } from '../../fakes/openai-server/replies.js';
import { closeServers, request, setUp, structured } from './chat-model-setup.js';

afterEach(closeServers);

const messagesFor = (protocol: string) => [{ role: 'user' as const, content: `As ${protocol}.` }];

const decision: DecisionRequest = {
  purpose: 'decide',
  maxTokens: 500,
  temperature: 0.1,
  shapeFor: (protocol) => ({
    messages: messagesFor(protocol),
    ...(protocol === 'structured' && {
      responseSchema: { name: 'decision', schema: { type: 'object' } },
    }),
    ...(protocol === 'tools' && {
      tools: [{ name: 'rag_search', description: 'Searches.', parameters: { type: 'object' } }],
    }),
  }),
};

const refuse = (message: string, status = 400): Fault => ({ fault: 'status', status, message });

/** Answers as an endpoint does that does not know every protocol. */
const answer = (
  call: ChatCall,
  { knows, tools }: { knows: readonly DecisionProtocolName[]; tools?: Fault },
): ChatReply | Fault => {
  if (call.response_format !== undefined && !knows.includes('structured')) {
    return refuse('response_format is not supported');
  }
  if (call.tools !== undefined && !knows.includes('tools')) {
    return tools ?? refuse('this model does not support tools');
  }
  return { content: 'Decided.' };
};

const decide = async (
  endpoint: Parameters<typeof answer>[1],
  options: Partial<ChatModelOptions> = {},
) => {
  const { model, server, complete } = await setUp((call) => answer(call, endpoint), options);
  const { signal } = new AbortController();
  return {
    server,
    complete,
    ask: async () => (await model.complete(decision, { signal })).protocol,
  };
};

describe('a decision requested with the protocol "auto"', () => {
  it('uses a schema if the endpoint supports one', async () => {
    const { ask, server } = await decide({ knows: ['structured', 'tools'] });

    expect(await ask()).toBe('structured');
    expect(server.requests).toHaveLength(1);
  });

  it('uses tools from then on if schemas are refused', async () => {
    const { ask, server } = await decide({ knows: ['tools'] });

    expect(await ask()).toBe('tools');
    expect(await ask()).toBe('tools');
    expect(server.requests).toHaveLength(3);
    expect(server.requests.at(-1)?.body).toMatchObject({
      messages: messagesFor('tools'),
      tools: [{ type: 'function', function: { name: 'rag_search' } }],
    });
  });

  it.each<[string, Fault]>([
    ['as Ollama refuses them', refuse('library/gemma does not support tools')],
    ['as llama.cpp refuses them', refuse('tools param requires --jinja flag', 500)],
    ['as vLLM refuses them', refuse('"auto" tool choice requires --enable-auto-tool-choice')],
  ])('uses plain text if tools are refused as well, %s', async (_, tools) => {
    const { ask, server } = await decide({ knows: [], tools });

    expect(await ask()).toBe('react');
    expect(await ask()).toBe('react');
    expect(server.requests).toHaveLength(4);
    expect(server.requests.at(-1)?.body['messages']).toEqual(messagesFor('react'));
  });

  it('uses what other calls have learnt about the endpoint', async () => {
    const { ask, complete, server } = await decide({ knows: ['tools'] });

    await complete(structured);

    expect(await ask()).toBe('tools');
    // json_schema, json_object, none; then the decision.
    expect(server.requests).toHaveLength(4);
  });

  it('keeps what it learnt after a call without a schema, which proves nothing', async () => {
    const { ask, complete, server } = await decide({ knows: ['tools'] });

    await ask();
    await complete(request);
    await ask();

    expect(server.requests).toHaveLength(4);
  });
});

describe('a decision whose protocol is set', () => {
  it.each<DecisionProtocolName>(['structured', 'tools', 'react'])(
    'uses the protocol %s',
    async (protocol) => {
      const { ask, server } = await decide({ knows: ['structured', 'tools'] }, { protocol });

      expect(await ask()).toBe(protocol);
      expect(server.requests[0]?.body['messages']).toEqual(messagesFor(protocol));
    },
  );

  it('describes the schema in words with "structured" if the endpoint supports none', async () => {
    const { ask, server } = await decide({ knows: ['tools'] }, { protocol: 'structured' });

    expect(await ask()).toBe('structured');
    expect(JSON.stringify(server.requests.at(-1)?.body['messages'])).toContain('JSON schema');
  });

  it('fails with "tools" if the endpoint refuses them', async () => {
    const { ask } = await decide({ knows: [] }, { protocol: 'tools' });

    await expect(ask()).rejects.toMatchObject({ code: 'model_unavailable' });
  });
});
