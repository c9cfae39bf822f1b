import { describe, expect, it } from '@jest/globals';
import {
  readActionInput,
  readCallArguments,
} from '../../../src/workflow/decide/react-arguments.js';

const search = {
  name: 'rag_search',
  description: 'Searches.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string' }, topK: { type: 'integer' } },
  },
};

const read = (text: string) =>
  readCallArguments('rag_search', { text, at: 0 }, [search])?.arguments ?? null;

const readInput = (text: string) => {
  const lineEnd = text.includes('\n') ? text.indexOf('\n') : text.length;
  const cursor = { text, at: 0 };
  return (
    readActionInput('rag_search', cursor, { lineEnd, definitions: [search] })?.arguments ?? null
  );
};

describe('the arguments of a call in brackets', () => {
  it.each([
    ['by position', '("notice period", 5)', { query: 'notice period', topK: 5 }],
    ['by name', "(topK=5, query='notice period')", { query: 'notice period', topK: 5 }],
    ['without quotes', '(notice period, 5)', { query: 'notice period', topK: 5 }],
    ['as one object', '({"query": "notice"})', { query: 'notice' }],
    ['as text if a number is meant as text', '(2024)', { query: '2024' }],
    ['with unescaped quotes inside', '("the "old" rule")', { query: 'the "old" rule' }],
    ['with escapes', String.raw`("a\nb \d \u00e9")`, { query: 'a\nb \\d é' }],
    ['with a bracket inside', '(leave (paid), 5)', { query: 'leave (paid)', topK: 5 }],
    ['in the spelling of Python', '(query="x", topK=None)', { query: 'x', topK: null }],
    ['with a colon that does not follow a name', '(note: leave)', { query: 'note: leave' }],
    ['if there is one too many', '("a", 1, "b")', { query: 'a', topK: 1, argument_3: 'b' }],
    ['if there are none', '()', {}],
  ])('are read %s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['are never closed', '("a", 5'],
    ['contain a broken object', '({"query": )'],
    ['are missing', 'notice period'],
    ['nest without end', `(${'['.repeat(100)}${']'.repeat(100)})`.replace('(', '({"query": ')],
  ])('cannot be read if they %s', (_, text) => {
    expect(read(text)).toBeNull();
  });

  it('cannot change the prototype of the object that they are read into', () => {
    const made = read('(__proto__={"query": "x"}, topK=1)');

    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    expect(made?.['query']).toBeUndefined();
    expect(made).toMatchObject({ topK: 1 });
  });
});

describe('the arguments of a call on a line of their own', () => {
  it.each([
    ['an object in a fence', '```json\n{"query": "x"}\n```', { query: 'x' }],
    ['words with a comma', 'notice, and leave\nThought: x', { query: 'notice, and leave' }],
    ['names with values', 'query: notice, topK: 5', { query: 'notice', topK: 5 }],
    ['quoted words', '"notice"', { query: 'notice' }],
    ['nothing', '\nThought: x', {}],
  ])('can be %s', (_, text, expected) => {
    expect(readInput(text)).toEqual(expected);
  });
});
