import { describe, expect, it } from '@jest/globals';
import { newId, SessionId } from '../../src/shared/ids.js';
import { diffState, toInitialState, type RouterState } from '../../src/workflow/state.js';
import { TenantPolicy, UserPreferences } from '../../src/tenancy/schema.js';

// A state as the graph hands it to the second round.
const state = {
  ...toInitialState('canary: what do I earn?'),
  sessionId: newId(SessionId),
  iterationCount: 1,
  workflowPath: ['iteration_1_tools'],
  toolCalls: [],
  evidence: [],
  degraded: [],
  totalToolMs: 5,
} as RouterState;

describe('the diff of a state', () => {
  it('lists every key that the node changed, before and after, and no others', () => {
    const changes = diffState(state, { iterationCount: 2, queryIntent: 'calculation' });

    expect(changes).toEqual({
      iterationCount: { before: 1, after: 2 },
      queryIntent: { before: null, after: 'calculation' },
    });
  });

  it('shows appended and summed values as the graph computes them', () => {
    const changes = diffState(state, { workflowPath: ['direct_answer'], totalToolMs: 7 });

    expect(changes['workflowPath']).toEqual({
      before: ['iteration_1_tools'],
      after: ['iteration_1_tools', 'direct_answer'],
    });
    expect(changes['totalToolMs']).toEqual({ before: 5, after: 12 });
  });

  it('shows only the length of questions, documents, arguments and answers', () => {
    const call = {
      id: 'call_1_1',
      name: 'rag_search',
      arguments: { query: 'canary', name: 'canary' },
      ok: true,
      summary: 'canary',
      error: null,
      durationMs: 1,
      cached: false,
      files: [],
    };
    const changes = diffState(state, {
      rewrittenQuery: 'canary',
      searchQueries: ['canary', 'canary again'],
      toolCalls: [call],
      history: [],
      decision: {
        decision: 'CALL_TOOLS',
        reasoning: 'canary',
        confidence: null,
        then: 'answer',
        tools: [{ id: 'call_1_1', name: 'rag_search', arguments: { title: 'canary' } }],
      },
    });

    expect(JSON.stringify(changes)).not.toContain('canary');
    expect(changes['searchQueries']?.after).toEqual(['[6 characters]', '[12 characters]']);
    expect(changes['toolCalls']?.after).toMatchObject([
      { id: 'call_1_1', name: 'rag_search', arguments: { query: '[6 characters]' }, ok: true },
    ]);
    expect(changes['decision']?.after).toMatchObject({ decision: 'CALL_TOOLS', then: 'answer' });
  });

  it("shows only the length of the user's name, too", () => {
    const userContext = {
      language: 'hu',
      timezone: 'Europe/Budapest',
      tenantPrompt: null,
      userPrompt: null,
      permissions: [],
      allowedTools: [],
      answerLanguage: null,
      indexLanguages: ['hu'],
      answerLength: null,
      policy: TenantPolicy.parse({}),
      preferences: UserPreferences.parse({ name: 'Canary', city: 'Canary' }),
    };

    const changes = diffState(state, { userContext });

    expect(changes['userContext']?.after).toMatchObject({
      timezone: 'Europe/Budapest',
      preferences: { citationStyle: 'numbered', name: '[6 characters]', city: '[6 characters]' },
    });
  });

  it('stays small, however large the state is', () => {
    const degraded = Array.from({ length: 5000 }, () => ({
      node: 'tools',
      reason: 'x'.repeat(10_000),
      effect: 'y',
    }));

    const size = JSON.stringify(diffState(state, { degraded })).length;

    expect(size).toBeLessThan(30_000);
  });
});
