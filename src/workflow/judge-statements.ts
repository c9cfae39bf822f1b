import { createHash } from 'node:crypto';
import {
  createCarryCheck,
  findJudgedWords,
  isAbout,
  type CarryCheck,
  type CitableSource,
  type JudgeFinding,
  type StatementText,
} from '../citations/index.js';
import type { ChatModel } from '../platform/models/model.js';
import { resultWithin } from '../shared/async.js';
import { createBoundedMap } from '../shared/bounded-map.js';
import { AppError, isAppError } from '../shared/errors.js';
import type { TenantId } from '../shared/ids.js';
import type { VerifySettings } from './node.js';
import {
  parseVerdicts,
  toVerifyMessages,
  VERIFY_PROMPT_VERSION,
  VERIFY_SCHEMA,
  type WrittenVerdict,
} from './prompts/verify.js';

/** A statement that no rule could decide, with the indexes of the passages that may support it. */
export type OpenStatement = {
  id: string;
  statement: StatementText;
  sourceIndexes: readonly number[];
};

type Asked = {
  /** The turn's own model, so that the judge's call is recorded with the turn. */
  chat: ChatModel;
  tenantId: TenantId;
  nonce: string;
  question: string;
  /** The answer's language. */
  language: string;
  /** The sources that were in the answer's prompt. */
  sources: readonly CitableSource[];
  signal: AbortSignal;
  /** The remaining time of the node. */
  limitMs: number;
};

export type Judged = {
  /** Findings by statement id, for every statement that was asked about. */
  findings: ReadonlyMap<string, JudgeFinding>;
  /** The reason why statements stayed unchecked, for `degraded`; null if the judge answered. */
  failure: 'judge_late' | 'judge_failed' | null;
};

/** The maximum number of statements per call; an answer rarely has more, and the rest stay unchecked. */
const MAX_STATEMENTS = 60;
const TOKENS_PER_STATEMENT = 120;
const TOKENS_OF_REPLY = 200;
const MAX_KEPT = 10_000;

/** A cached verdict: not the text of the words, only their position. */
type Kept = Pick<JudgeFinding, 'verdict' | 'reason' | 'words'> & { passage: string | null };

/**
 * Asks a model, in one call, what the passages say about statements that no rule could decide. A verdict counts only if it names words that
 * occur in a passage and may support the statement; otherwise the statement stays unchecked. Verdicts are cached by a hash of tenant,
 * statement, passages, judge and prompt.
 */
export const createStatementJudge = ({ timeoutMs }: Pick<VerifySettings, 'timeoutMs'>) => {
  const kept = createBoundedMap<Kept>(MAX_KEPT);

  return async (asked: Asked, open: readonly OpenStatement[]): Promise<Judged> => {
    const passages = asked.sources.map(({ content }) => hashOf(content));
    const keyOf = ({ statement, sourceIndexes }: OpenStatement): string =>
      hashOf(
        JSON.stringify([
          asked.tenantId,
          asked.chat.model,
          VERIFY_PROMPT_VERSION,
          statement.lead,
          statement.text,
          asked.question,
          sourceIndexes.map((index) => passages[index]),
        ]),
      );
    const findings = new Map<string, JudgeFinding>();
    const unknown: OpenStatement[] = [];
    for (const one of open) {
      const known = kept.get(keyOf(one));
      if (known === undefined) unknown.push(one);
      else findings.set(one.id, recall(known, passages));
    }
    if (unknown.length === 0) return { findings, failure: null };
    const { verdicts, failure } = await ask(asked, unknown.slice(0, MAX_STATEMENTS), timeoutMs);
    const mayCarry = createCarryCheck(asked);
    for (const one of unknown) {
      const finding = weigh(one, { ...asked, mayCarry }, verdicts);
      findings.set(one.id, finding);
      if (finding.reason === 'judge_failed') continue;
      const passage = finding.sourceIndex === null ? null : (passages[finding.sourceIndex] ?? null);
      const { verdict, reason, words } = finding;
      kept.set(keyOf(one), { verdict, reason, words, passage });
    }
    return { findings, failure };
  };
};

type Answer = { verdicts: readonly WrittenVerdict[]; failure: Judged['failure'] };

/** If the model returns no verdicts, the statements stay unchecked. This never fails the turn, unless the turn itself was cancelled. */
const ask = async (
  asked: Asked,
  statements: readonly OpenStatement[],
  timeoutMs: number,
): Promise<Answer> => {
  const { chat, signal, limitMs } = asked;
  const read = [...new Set(statements.flatMap(({ sourceIndexes }) => sourceIndexes))];
  const request = {
    purpose: 'verify' as const,
    messages: toVerifyMessages({ ...asked, read, statements }),
    maxTokens: TOKENS_OF_REPLY + TOKENS_PER_STATEMENT * statements.length,
    temperature: 0,
    responseSchema: VERIFY_SCHEMA,
  };
  const tooLate = () => new AppError('deadline_exceeded', 'The judge took too long.');
  try {
    const { content } = await resultWithin(
      { signal, limitMs: Math.min(timeoutMs, limitMs), tooLate },
      (limited) => chat.complete(request, { signal: limited }),
    );
    const verdicts = parseVerdicts(content);
    return verdicts === null
      ? { verdicts: [], failure: 'judge_failed' }
      : { verdicts, failure: null };
  } catch (error) {
    if (signal.aborted) throw error;
    const isLate = isAppError(error) && error.code === 'deadline_exceeded';
    return { verdicts: [], failure: isLate ? 'judge_late' : 'judge_failed' };
  }
};

const UNCHECKED = { verdict: 'unchecked', sourceIndex: null, words: null } as const;

/** Evaluates a verdict of the judge: it does not count if its words do not occur in a passage or cannot support the statement. */
const weigh = (
  { id, statement, sourceIndexes }: OpenStatement,
  { sources, language, question, mayCarry }: Asked & { mayCarry: CarryCheck },
  verdicts: readonly WrittenVerdict[],
): JudgeFinding => {
  const written = verdicts.filter((verdict) => verdict.id.trim() === id);
  const [one] = written;
  // Two verdicts on one statement cancel each other.
  if (one === undefined || written.length > 1) return { ...UNCHECKED, reason: 'judge_failed' };
  if (one.verdict === 'not_in_passage') {
    return { ...UNCHECKED, verdict: 'unsupported', reason: 'judge_not_in_source' };
  }
  const named = (one.source ?? 0) - 1;
  const places = [named, ...sourceIndexes].filter((index) => sourceIndexes.includes(index));
  for (const sourceIndex of new Set(places)) {
    const source = sources[sourceIndex];
    const words = source && findJudgedWords(source.content, one.words ?? '', source.language);
    if (source === undefined || words == null) continue;
    const named = source.content.slice(words.start, words.end);
    if (one.verdict === 'supported' && mayCarry({ statement, source, words: named })) {
      return { verdict: 'supported', reason: 'judge_supported', sourceIndex, words };
    }
    if (
      one.verdict === 'contradicted' &&
      isAbout({ statement, language, question, source, words })
    ) {
      return { verdict: 'contradicted', reason: 'judge_contradicted', sourceIndex, words };
    }
  }
  return { ...UNCHECKED, reason: 'judge_without_words' };
};

const recall = ({ passage, ...finding }: Kept, passages: readonly string[]): JudgeFinding => ({
  ...finding,
  sourceIndex: passage === null ? null : passages.indexOf(passage),
});

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');
