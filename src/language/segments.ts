import { splitSentences } from './sentences.js';

/** What a passage is made of: a sentence, or a line that only its shape tells from one. */
export type Segment = {
  text: string;
  /** Offsets in the content; `content.slice(start, end)` is the text. */
  start: number;
  end: number;
  kind: 'sentence' | 'item' | 'row' | 'code' | 'heading' | 'question';
  /** Of the paragraph, list or table it stands in, counted from 0: between two of them is a blank line. */
  block: number;
};

const ITEM = /^\s*(?:・\s*|(?:[-*+•‣▪◦·–—]|[([]?(?:\p{N}{1,3}|\p{L}|[ivxIVX]{1,5})[.)\]])\s+)\S/u;
const ROW = /\S \| |\S\t+\S/;
const CODE = /^(?: {4,}|\t)\S|^\s*[$#>%]\s+\S|[{};]\s*$/;

/** "Q: …" or "Question 3) …", as lists of frequent questions have it, and the "A: …" below. */
const ASKED =
  /^\s*(?:Q|Question|Frage|Kérdés|Pregunta|Pergunta|Domanda|Вопрос|Soru|Pytanie|問|质问|问)\s?\p{N}{0,3}\s?[:.)：．]\s*\S/u;
const ANSWERED =
  /^\s*(?:A|R|Answer|Réponse|Antwort|Válasz|Respuesta|Resposta|Risposta|Ответ|Cevap|Odpowiedź|答)\s?\p{N}{0,3}\s?[:.)：．]/u;

/** A passage of a document in segments, in reading order; `headings` are the titles it stands under. */
export const toSegments = (content: string, headings: readonly string[]): Segment[] => {
  const segments: Segment[] = [];
  const titles = new Set(headings.map(normalise));
  let block = 0;
  let start = 0;
  for (const line of content.split('\n')) {
    const end = start + line.length;
    const last = segments.at(-1);
    if (last?.block === block && (line.trim() === '' || ASKED.test(line))) block += 1;
    const isAnswer = last?.kind === 'question' && ANSWERED.test(line);
    if (line.trim() !== '') segments.push(...splitLine({ line, start, block, titles, isAnswer }));
    start = end + 1;
  }
  return segments;
};

type Line = {
  line: string;
  start: number;
  block: number;
  titles: ReadonlySet<string>;
  /** It answers the question above, and is no item of a list. */
  isAnswer: boolean;
};

const splitLine = ({ line, start, block, titles, isAnswer }: Line): Segment[] => {
  const whole = toSegment(line, start);
  const kind = isAnswer ? null : kindOfLine(line, titles);
  if (kind !== null && kind !== 'item') return [{ ...whole, kind, block }];
  const sentences = splitSentences(line).map((sentence): Segment => {
    const { text } = sentence;
    return {
      ...{ text, start: start + sentence.start, end: start + sentence.end, block },
      kind: /[?？؟]["”»」)]*$/u.test(text) ? 'question' : 'sentence',
    };
  });
  // An item is told by its beginning; what follows in its line are sentences of it.
  return kind === 'item'
    ? sentences.map((sentence, at) => (at === 0 ? { ...sentence, kind: 'item' } : sentence))
    : sentences;
};

const toSegment = (line: string, start: number) => {
  const text = line.trim();
  const from = start + (line.length - line.trimStart().length);
  return { text, start: from, end: from + text.length };
};

const kindOfLine = (line: string, titles: ReadonlySet<string>): Segment['kind'] | null => {
  if (titles.has(normalise(line))) return 'heading';
  if (ASKED.test(line)) return 'question';
  if (ROW.test(line)) return 'row';
  if (ITEM.test(line)) return 'item';
  return CODE.test(line) ? 'code' : null;
};

const normalise = (title: string): string => title.replace(/\s+/gu, ' ').trim().toLowerCase();
