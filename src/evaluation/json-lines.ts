import { z } from 'zod';
import { isStorableText } from '../shared/storable-text.js';
import { UserId } from '../shared/ids.js';
import {
  Expectations,
  GoldenQuestionStatus,
  type GoldenContent,
  type GoldenQuestionRecord,
} from './golden-questions-repository.js';

export type RefusedLine = { line: number; message: string };

type ReadLine = { line: number; content: GoldenContent & { status: GoldenQuestionStatus } };

const MAX_QUESTION_CHARS = 2000;
const MAX_LINES = 1000;

/**
 * Writes a golden question as a line that other programs can read too: ragas finds `user_input` and `reference`, promptfoo `vars` and
 * `assert`, Langfuse `input`, `expected_output` and `metadata`. An import into this server reads our own fields of the line.
 */
export const toLine = (golden: GoldenQuestionRecord): string => {
  const { id, version, question, language, askedAs, status, expectations } = golden;
  const { facts, absent } = expectations;
  const reference = facts.map((fact) => fact.split(' | ')[0] ?? fact).join('; ');
  const own = { question, language, askedAs, status, expectations };
  return JSON.stringify({
    ...own,
    user_input: question,
    reference,
    vars: { question },
    assert: [
      ...facts.map((fact) => ({ type: 'icontains-any', value: fact.split(' | ') })),
      ...absent.flatMap((fact) =>
        fact.split(' | ').map((value) => ({ type: 'not-icontains', value })),
      ),
    ],
    input: { question },
    expected_output: { reference, refusal: expectations.refusal },
    metadata: { id, version },
  });
};

const question = z
  .string()
  .trim()
  .min(1)
  .max(MAX_QUESTION_CHARS)
  .refine(isStorableText, 'holds a character that cannot be stored');

/** The parts of an imported line that are used: our own fields, or the question of another program, which becomes a draft. */
const Line = z
  .object({
    question: question.optional(),
    user_input: question.optional(),
    vars: z.object({ question }).optional().catch(undefined),
    input: z
      .union([z.object({ question }), question])
      .optional()
      .catch(undefined),
    language: z
      .string()
      .regex(/^[a-z]{2,3}$/)
      .nullable()
      .default(null),
    askedAs: UserId.nullable().default(null),
    status: GoldenQuestionStatus.optional(),
    expectations: Expectations.optional(),
  })
  .transform(({ language, askedAs, status, expectations, ...asked }, context) => {
    const { vars, input } = asked;
    const ofInput = typeof input === 'string' ? input : input?.question;
    const text = asked.question ?? asked.user_input ?? vars?.question ?? ofInput;
    if (text === undefined) {
      context.addIssue({ code: 'custom', message: 'has no question' });
      return z.NEVER;
    }
    return {
      question: text,
      language,
      askedAs,
      status: status ?? (expectations === undefined ? 'draft' : 'active'),
      expectations: expectations ?? Expectations.parse({}),
    };
  });

/** Reads lines of JSON. Empty lines are skipped; each line that cannot be read is listed with its number, starting at 1. */
export const readLines = (text: string): { golden: ReadLine[]; refused: RefusedLine[] } => {
  const golden: ReadLine[] = [];
  const refused: RefusedLine[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index + 1;
    if (raw.trim() === '') continue;
    if (golden.length + refused.length >= MAX_LINES) {
      refused.push({ line, message: `One import takes at most ${MAX_LINES} questions.` });
      break;
    }
    const read = Line.safeParse(parseJson(raw));
    if (read.success) golden.push({ line, content: read.data });
    else refused.push({ line, message: toMessage(read.error) });
  }
  return { golden, refused };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return NO_JSON;
  }
};

/** Stands for text that is not JSON, so that its line is refused. */
const NO_JSON = null;

const toMessage = ({ issues }: z.ZodError): string => {
  const [issue] = issues;
  if (issue?.code === 'invalid_type' && issue.path.length === 0) return 'is not an object of JSON';
  const path = issue?.path.join('.') ?? '';
  return [path, issue?.message ?? 'cannot be read'].filter((part) => part !== '').join(': ');
};
