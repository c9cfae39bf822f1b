import { joinLines, wordsOf } from '../../join-lines.js';
import { addBlocks, oneLine } from '../../parser.js';
import type { Block } from '../../parsed-document.js';

/** `voice` is the speaker, if the file names one. */
type Line = { voice: string | null; text: string };

/** The lines that are shown at one time. */
type Cue = { startMs: number; endMs: number; lines: Line[] };

/** The spoken text as paragraphs: a new one begins with another speaker, or after a sentence and a pause. */
export const readSubtitles = (text: string): Block[] => {
  const cues = readCues(text);
  const words = wordsOf(cues.flatMap(({ lines }) => lines.map(({ text }) => text)));
  const blocks: Block[] = [];
  for (const lines of toParagraphs(cues)) {
    addBlocks(blocks, [{ text: joinLines(lines, { words }), kind: 'paragraph' }]);
  }
  return blocks;
};

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[,.](\d{1,3})`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s|$)`, 'u');

const readCues = (text: string): Cue[] => {
  const lines = text.split('\n');
  const isBlankInside = !/^\s*WEBVTT/u.test(text);
  // YouTube adds words one by one, and repeats the whole line in the next cue.
  const isRolling = /<\d{1,2}:\d{2}(?::\d{2})?\.\d{3}>/u.test(text);
  const cues: Cue[] = [];
  let cue: Cue | undefined;
  let shown = '';
  for (const [at, line] of lines.entries()) {
    const timing = TIMING.exec(line);
    if (timing) {
      const [startMs, endMs] = [toMs(timing.slice(1, 5)), toMs(timing.slice(5, 9))];
      cues.push((cue = { startMs, endMs, lines: [] }));
    } else if (line.trim() === '') {
      if (!isBlankInside) cue = undefined;
    } else if (cue !== undefined && !isNumber(lines, at)) {
      const said = toSaid(line);
      if (said === '' || (isRolling && said === shown)) continue;
      cue.lines.push({ voice: VOICE.exec(line)?.[1]?.trim() ?? null, text: (shown = said) });
    }
  }
  return cues;
};

const toMs = ([hours = '0', minutes = '0', seconds = '0', parts = '0']: string[]): number =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 +
  Number(parts.padEnd(3, '0'));

/** The number of the next cue is directly above its time. */
const isNumber = (lines: readonly string[], at: number): boolean =>
  /^\s*\d{1,9}\s*$/u.test(lines[at] ?? '') && TIMING.test(lines[at + 1] ?? '');

const SIGNS = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
  ['nbsp', ' '],
  ['lrm', ''],
  ['rlm', ''],
]);

const VOICE = /<v(?:\.[^\s<>]{0,100})?\s([^<>]{1,200})>/iu;

/** A line without its marks. */
const toSaid = (line: string): string =>
  oneLine(
    line
      .replace(/<[^<>]{0,200}>|\{\\[^{}]{0,200}\}/gu, '')
      .replace(/&(\w{2,4}|#39);/gu, (written, name: string) => SIGNS.get(name) ?? written),
  );

const MIN_PAUSE_MS = 2_000;
const MAX_LENGTH = 600;
/** Generated captions may have no punctuation. */
const MAX_LENGTH_WITHOUT_END = 3_000;
const ENDS_SENTENCE = /[.!?…。！？♪\])]["”’»」』]*$/u;
const BEGINS_SPEECH = /^(?:[-–—]\s?\S|>>|\p{Lu}[\p{L}\p{M} .'’-]{0,40}:\s)/u;

function* toParagraphs(cues: readonly Cue[]): Generator<string[]> {
  let paragraph: string[] = [];
  let voice: string | null = null;
  let length = 0;
  let endMs = 0;
  for (const { lines, ...cue } of cues) {
    const isAfterPause = cue.startMs - endMs >= MIN_PAUSE_MS;
    for (const [at, line] of lines.entries()) {
      const isEnded = ENDS_SENTENCE.test(paragraph.at(-1) ?? '');
      const isLong = length > (isEnded ? MAX_LENGTH : MAX_LENGTH_WITHOUT_END);
      const isSame = line.voice === voice && !(isEnded && voice !== null);
      // Further lines of a cue have the same speaker; the speaker of a cue without a voice is unknown.
      const isOther = !isSame && (line.voice !== null || at === 0);
      const isBegun = line.voice === null && BEGINS_SPEECH.test(line.text);
      const isNext = isOther || isBegun || isLong || (isEnded && isAfterPause && at === 0);
      if (isNext && paragraph.length > 0) {
        yield paragraph;
        paragraph = [];
        length = 0;
      }
      const isNamed = line.voice !== null && paragraph.length === 0;
      paragraph.push(isNamed ? `${line.voice}: ${line.text}` : line.text);
      if (paragraph.length === 1) voice = line.voice;
      length += line.text.length;
    }
    if (lines.length > 0) endMs = cue.endMs;
  }
  if (paragraph.length > 0) yield paragraph;
}
