import { describe, expect, it } from '@jest/globals';
import {
  extractJsonObject,
  MAX_REPLY_CHARS,
  parseArguments,
} from '../../../src/workflow/decide/json.js';

describe('the JSON object in a reply', () => {
  it.each([
    ['on its own', '{"a": 1}'],
    ['in a fence', '```json\n{"a": 1}\n```'],
    ['in a fence on one line', '```json{"a": 1}```'],
    ['after a thought', '<think>{"b": 2}</think>\n{"a": 1}'],
  ])('is read wherever it is: %s', (_, reply) => {
    expect(extractJsonObject(reply)).toEqual({ ok: true, value: { a: 1 } });
  });

  it.each([
    ['nothing', ' ', 'The reply is empty.'],
    ['nothing but a thought', '<think>{"a": 1}', 'The reply is empty.'],
    ['a list', '[{"a": 1}]', /^The reply is not a JSON object/],
    ['an object quoted in prose', 'Write ```json\n{"a": 1}\n```', /^The reply is not a JSON obj/],
    ['an object followed by prose', '{"a": 1} Done.', /not one complete JSON object/],
    ['an object that breaks off', '{"a": 1', /not one complete JSON object/],
    ['a megabyte', `{"a": "${'x'.repeat(MAX_REPLY_CHARS)}"}`, 'The reply is too long.'],
  ])('is not found in %s, and the reason is given', (_, reply, problem) => {
    const extracted = extractJsonObject(reply);

    expect(extracted).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });
});

describe('the arguments of a tool call', () => {
  it('are an object, which is empty if there is no text', () => {
    expect(parseArguments('{"a": 1}')).toEqual({ a: 1 });
    expect(parseArguments(' ')).toEqual({});
  });

  it.each(['[1]', '"a"', 'null', '{"a"'])('cannot be read from %s', (json) => {
    expect(parseArguments(json)).toBeNull();
  });
});
