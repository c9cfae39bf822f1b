import { describe, expect, it } from '@jest/globals';
import {
  extractJsonObject,
  MAX_REPLY_CHARS,
  parseArguments,
} from '../../../src/workflow/decide/json.js';

describe('the object of a reply', () => {
  it.each([
    ['alone', '{"a": 1}'],
    ['in a fence', '```json\n{"a": 1}\n```'],
    ['in a fence on one line', '```json{"a": 1}```'],
    ['behind a thought', '<think>{"b": 2}</think>\n{"a": 1}'],
  ])('is read where it stands %s', (_, reply) => {
    expect(extractJsonObject(reply)).toEqual({ ok: true, value: { a: 1 } });
  });

  it.each([
    ['nothing', ' ', 'The reply is empty.'],
    ['a thought alone', '<think>{"a": 1}', 'The reply is empty.'],
    ['a list', '[{"a": 1}]', /^The reply is not a JSON object/],
    ['an object that prose quotes', 'Write ```json\n{"a": 1}\n```', /^The reply is not a JSON obj/],
    ['an object with prose behind it', '{"a": 1} Done.', /not one complete JSON object/],
    ['an object that breaks off', '{"a": 1', /not one complete JSON object/],
    ['a megabyte', `{"a": "${'x'.repeat(MAX_REPLY_CHARS)}"}`, 'The reply is too long.'],
  ])('is not there in %s, and the reason is said', (_, reply, problem) => {
    const extracted = extractJsonObject(reply);

    expect(extracted).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });
});

describe('the arguments of a call', () => {
  it('are an object, and none where there is no text', () => {
    expect(parseArguments('{"a": 1}')).toEqual({ a: 1 });
    expect(parseArguments(' ')).toEqual({});
  });

  it.each(['[1]', '"a"', 'null', '{"a"'])('are not %s', (json) => {
    expect(parseArguments(json)).toBeNull();
  });
});
