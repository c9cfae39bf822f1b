import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../../src/shared/errors.js';
import { toProblem } from '../../../src/http/errors.js';
import { requireDocumented } from '../../support/as-documented.js';

const heard = (body: unknown, rest: object = {}) => ({
  method: 'GET',
  url: 'http://127.0.0.1:1/v1/usage',
  status: 200,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
  ...rest,
});
const refused = (code: 'too_many_streams' | 'rate_limited', status: number) =>
  heard(toProblem(new AppError(code, 'Refused.'), 'id'), {
    status,
    contentType: 'application/problem+json',
  });

describe('a response checked against the OpenAPI document', () => {
  it('is accepted if the document allows it', () => {
    expect(() => {
      requireDocumented(heard({ status: 'alive' }, { url: 'http://127.0.0.1:1/healthz' }));
      requireDocumented(refused('rate_limited', 429));
      requireDocumented(heard('anything', { url: 'http://127.0.0.1:1/elsewhere' }));
    }).not.toThrow();
  });

  it.each([
    ['a missing field', heard({}), /must have required property/],
    [
      'an additional field',
      heard({ status: 'alive', secret: 1 }, { url: 'http://127.0.0.1:1/healthz' }),
      /must NOT have additional properties.*secret/,
    ],
    ['another status', heard({}, { status: 202 }), /no answer has the status 202/],
    ['another type', heard('', { contentType: 'text/html' }), /no answer of 200 is text\/html/],
    [
      'an error code of other operations',
      refused('too_many_streams', 429),
      /not refused with too_many_streams/,
    ],
    [
      'an unknown event',
      heard('', {
        method: 'POST',
        url: 'http://127.0.0.1:1/v1/chat',
        contentType: 'text/event-stream',
        text: 'event: rumour\ndata: {}\n\n',
      }),
      /must/,
    ],
  ])('is refused with %s', (_, answer, why) => {
    expect(() => {
      requireDocumented(answer);
    }).toThrow(why);
  });
});
