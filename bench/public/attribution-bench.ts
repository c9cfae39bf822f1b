import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import {
  createCitationStream,
  isCarried,
  settleAnswer,
  type CitableSource,
} from '../../src/citations/index.js';

const Claim = z.object({
  question: z.string(),
  claim: z.string(),
  references: z.string().array(),
  attribution_label: z.enum(['attributable', 'not attributable']),
  src_dataset: z.string(),
});
export type Claim = z.infer<typeof Claim>;

export type PlayedClaim = {
  origin: string;
  isAttributable: boolean;
  /** True where sources carry every statement of the claim. */
  isAccepted: boolean;
  verdicts: readonly string[];
};

/** The claims of every file of the folder that has one on each line, by the name of the file. */
export const readClaims = async (folder: string): Promise<ReadonlyMap<string, Claim[]>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const files = names.map(async (name) => {
    const lines = (await readFile(path.join(folder, name), 'utf8')).split('\n');
    const rows = lines
      .filter((line) => line.trim() !== '')
      .map((line): unknown => JSON.parse(line));
    return [name, Claim.array().parse(rows)] as const;
  });
  return new Map(await Promise.all(files));
};

/** Has the rules look at a claim as at an answer whose sources are the references. */
export const playClaim = ({ claim, question, references, ...known }: Claim): PlayedClaim => {
  const sources = references.map((content, at): CitableSource => {
    return { key: String(at), content, language: 'en' };
  });
  const stream = createCitationStream(sources, { language: 'en', question });
  stream.push(withoutMarkers(claim));
  const { statements } = settleAnswer(stream.end(), { sources });
  const verdicts = statements.map(({ verdict }) => verdict);
  return {
    origin: known.src_dataset,
    verdicts,
    isAttributable: known.attribution_label === 'attributable',
    isAccepted: verdicts.length > 0 && verdicts.every(isCarried),
  };
};

/** Markers of other systems name other sources, and their standing introductions say nothing. */
const withoutMarkers = (claim: string): string =>
  claim
    .replaceAll(/\s*\[\d+\]/gu, '')
    .replace(/^based on the given contexts?, /iu, '')
    .trim();

export type ClaimFigures = {
  claims: number;
  /** Shares of the claims of each label that were accepted. */
  acceptedRight: number;
  acceptedWrong: number;
  macroF1: number;
  /** The share of statements that no rule could settle. */
  unchecked: number;
  verdicts: Readonly<Record<string, number>>;
};

export const scoreClaims = (played: readonly PlayedClaim[]): ClaimFigures => {
  const count = (isAttributable: boolean, isAccepted: boolean): number =>
    played.filter((one) => one.isAttributable === isAttributable && one.isAccepted === isAccepted)
      .length;
  const [rightYes, rightNo] = [count(true, true), count(true, false)];
  const [wrongYes, wrongNo] = [count(false, true), count(false, false)];
  const all = played.flatMap(({ verdicts }) => verdicts);
  const verdicts = Object.fromEntries(
    [...new Set(all)].sort().map((name) => [name, all.filter((one) => one === name).length]),
  );
  const missed = rightNo + wrongYes;
  return {
    claims: played.length,
    acceptedRight: shareOf(rightYes, rightYes + rightNo),
    acceptedWrong: shareOf(wrongYes, wrongYes + wrongNo),
    macroF1: (toF1(rightYes, missed) + toF1(wrongNo, missed)) / 2,
    unchecked: shareOf(verdicts['unchecked'] ?? 0, all.length),
    verdicts,
  };
};

/** F1 of one of two classes: what is missed by one is taken by the other. */
const toF1 = (hits: number, missed: number): number => shareOf(2 * hits, 2 * hits + missed);

const shareOf = (part: number, all: number): number => (all === 0 ? 0 : part / all);
