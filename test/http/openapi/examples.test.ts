import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../../src/http/errors.js';
import { JsonRpcError } from '../../../src/mcp/dialect.js';
import { OpenAiError } from '../../../src/openai-api/dialect.js';
import {
  answerOf,
  answersOf,
  bodyPlaceOf,
  codesIn,
  document,
  errorsAt,
  operationOf,
  placeOf,
  routeOf,
  routes,
} from '../../support/api-document.js';

const JSON_BODY = 'application/json';
const OF_OTHERS = /^(?:openai\.v1|mcp)\./;

describe('the examples of the OpenAPI document', () => {
  const bodies = routes.filter(({ body }) => body !== undefined);

  it.each(bodies)('show a body for $method $path that the server accepts', (route) => {
    const { example } =
      operationOf(route.path, route.method)?.requestBody?.content[JSON_BODY] ?? {};
    expect(errorsAt(bodyPlaceOf(route, JSON_BODY), example)).toBeNull();
    expect(route.body?.safeParse(example).error).toBeUndefined();
  });

  const answering = routes.filter(({ responses }) =>
    Object.values(responses).some(({ schema }) => schema !== undefined),
  );

  it.each(answering)('show a response of $method $path that its schema allows', (route) => {
    for (const [status, { content }] of answersOf(route)) {
      const media = content?.[JSON_BODY];
      // Refusals of another protocol show one for each of their codes.
      if (media === undefined || media.examples !== undefined) continue;
      const place = [...placeOf(route), 'responses', status, 'content', JSON_BODY, 'schema'];
      expect(errorsAt(place, media.example)).toBeNull();
    }
  });

  it('show one event of each kind that a stream may send', () => {
    const { content } = answerOf(routeOf('post /v1/chat'), '200') ?? {};

    const events = String(content?.['text/event-stream']?.example).split('\n\n').filter(Boolean);
    const place = ['components', 'schemas', 'ChatEvent'];
    expect(events.length).toBe(11);
    for (const text of events) {
      const [event, data] = text.split('\n').map((line) => line.slice(line.indexOf(' ') + 1));
      expect(errorsAt(place, { event, data: JSON.parse(data ?? '') as unknown })).toBeNull();
    }
  });

  it('show the problem for every error code', () => {
    const codes = new Set(
      routes.flatMap((route) =>
        answersOf(route).flatMap(([, answer]) => [
          ...codesIn(answer),
          ...Object.keys(answer.content?.[JSON_BODY]?.examples ?? {}),
        ]),
      ),
    );

    const { examples = {} } = document.components ?? {};
    expect(Object.keys(examples).sort()).toEqual([...codes].sort());
    for (const [name, { value }] of Object.entries(
      examples as Record<string, { value: unknown }>,
    )) {
      const code = name.replace(OF_OTHERS, '');
      if (code === name) expect(Problem.parse(value).code).toBe(code);
      else if (name.startsWith('mcp.')) {
        expect(JsonRpcError.parse(value).error.data).toMatchObject({ code });
      } else expect(OpenAiError.parse(value).error.code).toBe(code);
    }
  });
});
