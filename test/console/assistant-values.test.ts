import { describe, expect, it } from '@jest/globals';
import { toAssistant, toFilterParts } from '../../console/src/settings/assistant-values.js';

const inHr = { type: 'in', key: 'collectionId', value: ['hr', 'legal'] } as const;
const ofThisYear = { type: 'eq', key: 'metadata.year', value: 2026 } as const;

const entered = (texts: Record<string, string>, ticked: Record<string, string[]> = {}) => ({
  text: (name: string) => texts[name] ?? '',
  raw: (name: string) => texts[name] ?? '',
  all: (name: string) => ticked[name] ?? [],
});

describe('the filter of an assistant in its form', () => {
  it('is shown as ticked collections and the rest as JSON', () => {
    const filter = { type: 'and', filters: [inHr, ofThisYear] } as const;

    const { collections, rest } = toFilterParts({
      ...filter,
      filters: [...filter.filters],
    } as never);

    expect(collections).toEqual(['hr', 'legal']);
    expect(JSON.parse(rest)).toEqual(ofThisYear);
  });

  it.each([
    ['other documents', { ...ofThisYear }],
    ['one collection or others', { type: 'or', filters: [inHr, ofThisYear] }],
    ['three conditions', { type: 'and', filters: [inHr, ofThisYear, ofThisYear] }],
  ])('stays whole as JSON where it asks for %s', (_what, filter) => {
    const { collections, rest } = toFilterParts(filter as never);

    expect(collections).toEqual([]);
    expect(JSON.parse(rest)).toEqual(filter);
  });

  it('is sent as it was typed where it is no JSON, so that the server refuses it', () => {
    expect(toAssistant(entered({ filter: '{year' }), [])).toMatchObject({ filter: '{year' });
  });
});

describe('the tools of an assistant in its form', () => {
  it('are all of the organisation’s, now and later, where every box is ticked', () => {
    const offered = ['rag_search', 'web_search'];

    expect(toAssistant(entered({}, { tools: offered }), offered).tools).toBeNull();
    expect(toAssistant(entered({}, { tools: ['rag_search'] }), offered).tools).toEqual([
      'rag_search',
    ]);
  });
});
