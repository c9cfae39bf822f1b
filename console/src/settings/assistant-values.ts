import type { components } from '../../generated/api.js';
import type { Entered } from '../ui/entered.js';

type Assistant = components['schemas']['Assistant'];
type Filter = Assistant['filter'];

export const LENGTHS = ['short', 'medium', 'long'] as const;
export const CITATION_STYLES = ['numbered', 'inline', 'none'] as const;
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;
// prettier-ignore
export const ANSWER_LANGUAGES = [
  'en', 'ar', 'bg', 'cs', 'da', 'de', 'el', 'es', 'fa', 'fi', 'fr', 'he', 'hi', 'hu', 'hy', 'id', 'it', 'ja', 'ko', 'ne', 'nl', 'no', 'pl',
  'pt', 'ro', 'ru', 'sr', 'sv', 'ta', 'th', 'tr', 'uk', 'ur', 'vi', 'zh',
] as const satisfies readonly NonNullable<Assistant['language']>[];

/** The parts of a filter that the form shows: its collections as boxes, and whatever else it asks for as JSON. */
export const toFilterParts = (filter: Filter): { collections: string[]; rest: string } => {
  if (filter === null) return { collections: [], rest: '' };
  const [first, second, ...others] = 'filters' in filter ? filter.filters : [filter];
  const collections = first === undefined ? null : toCollections(first);
  const isOnlyOr = 'filters' in filter && filter.type === 'or';
  if (collections === null || isOnlyOr || others.length > 0) {
    return { collections: [], rest: JSON.stringify(filter, null, 2) };
  }
  return { collections, rest: second === undefined ? '' : JSON.stringify(second, null, 2) };
};

const toCollections = (filter: NonNullable<Filter>): string[] | null => {
  if ('filters' in filter || filter.key !== 'collectionId' || filter.type !== 'in') return null;
  return [filter.value].flat().map(String);
};

/** The assistant that a form describes; all of the tools that can be ticked are no choice. */
export const toAssistant = ({ text, all }: Entered, offered: readonly string[]) => {
  const tools = all('tools');
  const collectionIds = all('collections');
  const whole = {
    slug: text('slug') || toSlug(text('name')),
    name: text('name'),
    description: text('description') || null,
    prompt: text('prompt') || null,
    tools: offered.every((name) => tools.includes(name)) ? null : tools,
    filter: toFilter(text('filter')),
    citationStyle: oneOf(CITATION_STYLES, text('citationStyle')),
    language: oneOf(ANSWER_LANGUAGES, text('language')),
    answerLength: oneOf(LENGTHS, text('answerLength')),
    model: text('model') || null,
    temperature: toNumber(text('temperature')),
    maxTokens: toNumber(text('maxTokens')),
    reasoningEffort: oneOf(EFFORTS, text('reasoningEffort')),
  };
  return collectionIds.length === 0 ? whole : { ...whole, collectionIds };
};

const oneOf = <Choice extends string>(choices: readonly Choice[], text: string): Choice | null =>
  choices.find((choice) => choice === text) ?? null;

/** Invalid numbers are sent as they are, so that the server's error appears at the field. */
const toNumber = (text: string): number | null => (text === '' ? null : Number(text));

/** Sent unchecked: the server's error appears at the field. */
const toFilter = (text: string): Filter => (text === '' ? null : (parseIfJson(text) as Filter));

const parseIfJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const MOST_OF_SLUG = 64;

/** A short name from a name: its letters without their marks. */
const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, MOST_OF_SLUG);
