import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const Question = z.object({
  id: z.string(),
  kind: z.string(),
  /** The files that hold the answer. */
  doc: z
    .union([z.string(), z.string().array(), z.null()])
    .transform((doc) => (doc === null ? [] : [doc].flat())),
  question: z.string(),
  /** Regular expressions, all of which the answer must match. */
  accept: z.string().array().default([]),
  /** The question before it in the same session. */
  follows: z.string().optional(),
});
export type Question = z.infer<typeof Question>;

export const UNANSWERABLE = 'unanswerable';

export const loadQuestions = async (file: string): Promise<Question[]> =>
  Question.array().parse(JSON.parse(await readFile(file, 'utf8')));
