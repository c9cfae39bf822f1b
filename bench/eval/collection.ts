import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const CorpusLine = z.object({ id: z.string(), title: z.string().default(''), text: z.string() });
const QueryLine = z.object({ id: z.string(), text: z.string() });
const JudgementLine = z.object({
  query_id: z.string(),
  doc_id: z.string(),
  grade: z.number().default(1),
});

export type CorpusDocument = z.infer<typeof CorpusLine>;
export type EvalQuery = { id: string; text: string; grades: ReadonlyMap<string, number> };
export type Collection = { name: string; documents: CorpusDocument[]; queries: EvalQuery[] };

const readLines = async <Line>(file: string, schema: z.ZodType<Line>): Promise<Line[]> =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => schema.parse(JSON.parse(line)));

/** The questions of a folder in BEIR form: queries.jsonl and qrels.jsonl. Those without a relevant document have no answer. */
export const loadQuestions = async (folder: string): Promise<EvalQuery[]> => {
  const queries = await readLines(path.join(folder, 'queries.jsonl'), QueryLine);
  const judgements = await readLines(path.join(folder, 'qrels.jsonl'), JudgementLine);
  const grades = new Map<string, Map<string, number>>();
  for (const { query_id: query, doc_id: document, grade } of judgements) {
    if (grade <= 0) continue;
    const known = grades.get(query) ?? new Map<string, number>();
    grades.set(query, known.set(document, grade));
  }
  return queries.map((query) => ({ ...query, grades: grades.get(query.id) ?? new Map() }));
};

/** A folder in BEIR form: corpus.jsonl, queries.jsonl and qrels.jsonl. Queries without a relevant document are left out. */
export const loadCollection = async (folder: string): Promise<Collection> => {
  const documents = await readLines(path.join(folder, 'corpus.jsonl'), CorpusLine);
  const questions = await loadQuestions(folder);
  return {
    name: path.basename(path.resolve(folder)),
    documents,
    queries: questions.filter(({ grades }) => grades.size > 0),
  };
};
