import { describe, expect, it } from '@jest/globals';
import { toAssistant, toFilterParts } from '../../console/src/settings/assistant-values.js';

const inHr = { type: 'in', key: 'collectionId', value: ['hr', 'legal'] } as const;
const ofThisYear = { type: 'eq', key: 'metadata.year', value: 2026 } as const;

const entered = (texts: Record<string, string>, ticked: Record<string, string[]> = {}) => ({
  text: (name: string) => texts[name] ?? '',
  raw: (name: string) => texts[name] ?? '',
  all: (name: string) => ticked[name] ?? [],
});

describe('the document filter in the form of an assistant', () => {
  it('is shown as ticked collections, with the rest as JSON', () => {
    const filter = { type: 'and', filters: [inHr, ofThisYear] } as const;

    const { collections, rest } = toFilterParts({
      ...filter,
      filters: [...filter.filters],
    } as never);

    expect(collections).toEqual(['hr', 'legal']);
    expect(JSON.parse(rest)).toEqual(ofThisYear);
  });

  it.each([
    ['something other than collections', { ...ofThisYear }],
    ['one collection or other documents', { type: 'or', filters: [inHr, ofThisYear] }],
    ['three conditions', { type: 'and', filters: [inHr, ofThisYear, ofThisYear] }],
  ])('is shown entirely as JSON if it asks for %s', (_what, filter) => {
    const { collections, rest } = toFilterParts(filter as never);

    expect(collections).toEqual([]);
    expect(JSON.parse(rest)).toEqual(filter);
  });

  it('is sent as typed if it is not JSON, so that the server refuses it', () => {
    expect(toAssistant(entered({ filter: '{year' }), [])).toMatchObject({ filter: '{year' });
  });
});

describe('the tools in the form of an assistant', () => {
  it('are all of the organisation’s, now and later, if every box is ticked', () => {
    const offered = ['rag_search', 'web_search'];

    expect(toAssistant(entered({}, { tools: offered }), offered).tools).toBeNull();
    expect(toAssistant(entered({}, { tools: ['rag_search'] }), offered).tools).toEqual([
      'rag_search',
    ]);
  });
});
