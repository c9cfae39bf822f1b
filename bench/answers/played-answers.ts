import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import {
  createCitationStream,
  isCarried,
  settleAnswer,
  type CitableSource,
} from '../../src/citations/index.js';
import { parseDocument } from '../../src/parsing/parse-document.js';

const PlayedAnswer = z.object({
  id: z.string(),
  label: z.enum(['right', 'wrong']),
  /** The style of a right answer, the kind of error of a wrong one. */
  kind: z.string(),
  /** `§words§` becomes the number of the source that holds these words, `§*§` that of the first. */
  text: z.string(),
  /** The part of a wrong answer that is wrong, where it is not all of it. */
  false: z.union([z.string(), z.string().array()]).optional(),
});
export type PlayedAnswer = z.infer<typeof PlayedAnswer>;

const PlayedQuestion = z.object({
  id: z.string(),
  language: z.string(),
  question: z.string(),
  answers: PlayedAnswer.array(),
});
export type PlayedQuestion = z.infer<typeof PlayedQuestion>;

const Cases = z.object({ documents: z.string().array(), questions: PlayedQuestion.array() });

/** What became of an answer. `left out`: words of a marker stand in no passage. */
export type Outcome = {
  fate: 'carried' | 'neutral' | 'flagged' | 'left out';
  verdicts: readonly string[];
  answer: string;
};

export const loadCases = async (folder: string): Promise<z.infer<typeof Cases>> =>
  Cases.parse(JSON.parse(await readFile(path.join(folder, 'cases.json'), 'utf8')));

/** The passages that the product would cut a document into. */
export const loadPassages = async (
  file: string,
  { chunkTokens }: { chunkTokens: number },
): Promise<CitableSource[]> => {
  const filename = path.basename(file);
  const document = await parseDocument({ bytes: await readFile(file), filename, chunkTokens });
  return document.chunks.map(({ index, content, language }) => ({
    key: `${filename} ${index}`,
    name: { type: 'document', title: filename },
    content,
    language,
  }));
};

/** The passages of all the documents that answers to a question cite; all there are where none is cited. */
export const passagesFor = (
  { answers }: PlayedQuestion,
  documents: readonly (readonly CitableSource[])[],
): CitableSource[] => {
  const marked = answers.flatMap(({ text }) => markedWords(text));
  const cited = documents.filter((passages) =>
    marked.some((words) => passages.some((passage) => holds(passage, words))),
  );
  return (cited.length > 0 ? cited : documents).flat();
};

/** Has rules alone look at an answer; of a wrong one, the statements that overlap its false part decide. */
export const playAnswer = (
  answer: PlayedAnswer,
  { language, question }: PlayedQuestion,
  sources: readonly CitableSource[],
): Outcome => {
  const numbers = new Map(markedWords(answer.text).map((words) => [words, find(sources, words)]));
  if ([...numbers.values()].includes(0)) return { fate: 'left out', verdicts: [], answer: '' };
  const stream = createCitationStream(sources, { language, question });
  stream.push(answer.text.replace(MARKER, (_, words: string) => `[${numbers.get(words) ?? 0}]`));
  const settled = settleAnswer(stream.end(), { sources });
  const parts = answer.label === 'right' ? null : [answer.false ?? answer.text].flat();
  const places = parts?.flatMap((part) => findPlace(settled.answer, part) ?? []);
  const deciding = settled.statements.filter(
    ({ charStart, charEnd }) =>
      places?.some(({ start, end }) => charStart < end && start < charEnd) ?? true,
  );
  const verdicts = deciding.map(({ verdict }) => verdict);
  return { fate: fateOf(verdicts), verdicts, answer: settled.answer };
};

const MARKER = /§([^§]+)§/gu;

const markedWords = (text: string): string[] =>
  [...text.matchAll(MARKER)].map(([, words = '']) => words);

/** The number of a source in the prompt, from 1; 0 where none holds the words. */
const find = (sources: readonly CitableSource[], words: string): number =>
  words === '*' ? 1 : sources.findIndex((source) => holds(source, words)) + 1;

const holds = ({ content }: CitableSource, words: string): boolean =>
  toOneLine(content).includes(toOneLine(words));

const toOneLine = (text: string): string => text.replace(/\s+/gu, ' ');

/** What stands between two letters of an answer and a part of it without counting: spaces and markers of either form. */
const SKIPPED = /\s+|\[\d+\]|§[^§]*§/gu;

/** Where a part stands in an answer whose markers are numbers by now. */
const findPlace = (answer: string, part: string): { start: number; end: number } | null => {
  const skipped = [...answer.matchAll(SKIPPED)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
  const offsets = Array.from({ length: answer.length }, (_, at) => at).filter(
    (at) => !skipped.some(({ start, end }) => start <= at && at < end),
  );
  const wanted = part.replace(SKIPPED, '');
  const at = answer.replace(SKIPPED, '').indexOf(wanted);
  const [start, last] = [offsets[at], offsets[at + wanted.length - 1]];
  return at < 0 || start === undefined || last === undefined ? null : { start, end: last + 1 };
};

const fateOf = (verdicts: readonly Parameters<typeof isCarried>[0][]): Outcome['fate'] => {
  if (verdicts.some((verdict) => verdict === 'unsupported' || verdict === 'contradicted')) {
    return 'flagged';
  }
  return verdicts.length > 0 && verdicts.every(isCarried) ? 'carried' : 'neutral';
};
