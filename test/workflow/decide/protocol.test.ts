import { describe, expect, it } from '@jest/globals';
import type { ChatModel } from '../../../src/platform/models/model.js';
import { DECISION_PROTOCOLS } from '../../../src/workflow/decide/index.js';
import { toDecision, type DecisionProtocol } from '../../../src/workflow/decide/protocol.js';
import { TenantPolicy } from '../../../src/tenancy/schema.js';
import { MessageId, newId } from '../../../src/shared/ids.js';
import type { Tool } from '../../../src/tools/index.js';
import type { NodeRuntime } from '../../../src/workflow/node.js';
import { createAgentDecide } from '../../../src/workflow/nodes/agent_decide.js';
import { toInitialState, type RouterState } from '../../../src/workflow/state.js';
import { createSilentLogger } from '../../fakes/silent-logger.js';
import { WORKFLOW } from '../../support/workflow-settings.js';

// What a file of src/workflow/decide holds; the one line in its index.ts is the list that the node is given here.
const words: DecisionProtocol = {
  name: 'words',
  toShape: () => ({ instructions: 'Reply with LOOK or ANSWER.', reminder: 'One word.' }),
  parse: ({ content }) =>
    toDecision(
      content === 'LOOK'
        ? {
            decision: 'CALL_TOOLS',
            reasoning: '',
            confidence: null,
            then: 'answer',
            tools: [{ name: 'rag_search', arguments: { query: 'all' } }],
          }
        : { decision: 'ANSWER', reasoning: '', confidence: null, text: null },
    ),
};

const chat: ChatModel = {
  model: 'plays',
  complete: async (request) => {
    const shape = 'shapeFor' in request ? request.shapeFor('words') : request;
    const asked = shape.messages.some(({ content }) => content.includes('Reply with LOOK'));
    return {
      content: asked ? 'LOOK' : 'Nobody asked in words.',
      toolCalls: [],
      costUsd: null,
      usage: { promptTokens: 1, completionTokens: 1 },
      finishReason: 'stop',
      model: 'plays',
      backend: 'one',
      protocol: 'words',
      switched: false,
    };
  },
};

const tool = {
  name: 'rag_search',
  description: 'Searches.',
  parameters: {},
  risk: 'safe',
  timeoutMs: 1,
} as Tool;

const userContext: RouterState['userContext'] = {
  language: 'en',
  timezone: 'UTC',
  preferences: { citationStyle: 'numbered', tools: [] },
  policy: TenantPolicy.parse({}),
  tenantPrompt: null,
  userPrompt: null,
  permissions: [],
  allowedTools: [],
  indexLanguages: [],
  answerLanguage: null,
  answerLength: null,
};
const state = { ...toInitialState('Where is all?'), userContext, maxIterations: 3 } as RouterState;

const parts: Partial<NodeRuntime['turn']> = {
  nonce: 'abc',
  messageId: newId(MessageId),
  emit: () => undefined,
  now: () => new Date(0),
};
const runtime: NodeRuntime = {
  // A decision reads no more of a turn.
  turn: parts as NodeRuntime['turn'],
  signal: new AbortController().signal,
  endsAt: () => 0,
  metered: (model) => model,
  recordModelCall: () => undefined,
  keep: () => undefined,
};

describe('an added decision protocol', () => {
  it('requests the decision in its own way and reads the reply, without changes to other files', async () => {
    const node = createAgentDecide(
      { chat, tools: [tool], settings: WORKFLOW, logger: createSilentLogger() },
      { ...DECISION_PROTOCOLS, words },
    );
    const update = await node.run(state, runtime);

    expect(update).toMatchObject({
      decision: {
        decision: 'CALL_TOOLS',
        tools: [{ name: 'rag_search', arguments: { query: 'all' } }],
      },
      decisions: [{ protocol: 'words' }],
    });
  });
});
