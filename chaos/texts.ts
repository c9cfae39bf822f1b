import type { Random } from './random.js';

const NOUNS = ['harvest', 'bridge', 'invoice', 'engine', 'garden', 'harbour', 'ledger', 'turbine'];
const VERBS = ['raises', 'limits', 'covers', 'delays', 'repairs', 'replaces', 'follows'];
const PLACES = ['Vienna', 'Szeged', 'Lagos', 'Porto', 'Hanoi', 'Cusco', 'Turku'];

/** A word that stands in every passage of one edition of one document, and nowhere else. */
export const toMark = (tenant: number, document: number, edition: number): string =>
  `zq${tenant}x${document}v${edition}`;

const MARK = /zq(\d+)x(\d+)v(\d+)/g;

type Mark = { tenant: number; document: number; edition: number };

export const parseMark = (mark: string): Mark => {
  const [, tenant, document, edition] = [...mark.matchAll(MARK)][0] ?? [];
  return { tenant: Number(tenant), document: Number(document), edition: Number(edition) };
};

export const findMarks = (text: string): string[] => [
  ...new Set([...text.matchAll(MARK)].map(([mark]) => mark)),
];

const toSection = (random: Random, { mark, index }: { mark: string; index: number }): string => {
  const [noun, verb, place] = [random.pick(NOUNS), random.pick(VERBS), random.pick(PLACES)];
  const amount = random.between(10, 9999);
  return `# Part ${index}\n\nReport ${mark} says that the ${noun} in ${place} ${verb} ${amount} units. ${place} reports it.\n`;
};

/** A section becomes a chunk. */
export const writeText = (
  random: Random,
  { mark, sections }: { mark: string; sections: number },
): string =>
  Array.from({ length: sections }, (_unused, index) => toSection(random, { mark, index })).join(
    '\n',
  );

export const commonWord = (random: Random): string => random.pick(NOUNS);
