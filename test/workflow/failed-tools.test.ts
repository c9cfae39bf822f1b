import { describe, expect, it } from '@jest/globals';
import type { ToolCallRecord } from '../../src/conversations/index.js';
import { findFailedTools, findReasonsOfFailure } from '../../src/workflow/failed-tools.js';

const call = (id: string, name: string, code: string | null): ToolCallRecord => ({
  id,
  name,
  arguments: {},
  summary: '',
  durationMs: 1,
  cached: false,
  files: [],
  ok: code === null,
  error: code === null ? null : { code, message: `It was ${code}.` },
});

describe('the tools whose result is missing', () => {
  it('are those that failed, each once', () => {
    const toolCalls = [
      call('round_1_0', 'weather', 'tool_failed'),
      call('round_1_1', 'weather', 'tool_failed'),
      call('round_1_2', 'rag_search', null),
    ];

    expect(findFailedTools({ toolCalls })).toEqual(['weather']);
  });

  it('are not those that succeeded in a later round', () => {
    const failed = call('round_1_0', 'weather', 'tool_failed');

    expect(findFailedTools({ toolCalls: [failed, call('round_2_0', 'weather', null)] })).toEqual(
      [],
    );
    expect(findFailedTools({ toolCalls: [failed, call('round_1_1', 'weather', null)] })).toEqual([
      'weather',
    ]);
  });

  it('are not those that were asked for something impossible', () => {
    const toolCalls = ['unknown_tool', 'invalid_arguments', 'not_found'].map((code, at) =>
      call(`round_1_${at}`, 'weather', code),
    );

    expect(findFailedTools({ toolCalls })).toEqual([]);
  });
});

describe('the reasons why nothing was found', () => {
  it('are empty if one call succeeded', () => {
    const toolCalls = [
      call('round_1_0', 'weather', 'tool_failed'),
      call('round_1_1', 'rag_search', null),
    ];

    expect(findReasonsOfFailure({ toolCalls })).toEqual([]);
  });

  it('name each failed tool, except for mistakes of the model when searching', () => {
    const toolCalls = [
      call('round_1_0', 'weather', 'not_found'),
      call('round_1_1', 'rag_search', 'invalid_arguments'),
      call('round_1_2', 'magic', 'unknown_tool'),
    ];

    expect(findReasonsOfFailure({ toolCalls })).toEqual(['weather: It was not_found.']);
  });
});
