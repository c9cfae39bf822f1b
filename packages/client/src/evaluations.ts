import type { components } from './api.js';
import { deleteOnce } from './documents.js';
import { allOf, type Page } from './pages.js';
import type { CallOptions, Transport } from './transport.js';

type Schemas = components['schemas'];

export type GoldenQuestion = Schemas['GoldenQuestion'];
export type EvaluationRun = Schemas['EvaluationRun'];
export type EvaluationResult = Schemas['EvaluationResult'];
export type EvaluationComparison = Schemas['EvaluationComparison'];

type PageQuery = { limit?: number; cursor?: string };
type QuestionQuery = { status?: GoldenQuestion['status'] };

const RUNS = '/v1/evaluations/runs';

/** Golden questions, and runs that ask them. Only administrators have access. */
export const createEvaluations = (transport: Transport) => ({
  ...createQuestions(transport),
  ...createRuns(transport),
});

const createQuestions = (transport: Transport) => {
  const QUESTIONS = '/v1/evaluations/questions';
  const at = (id: string) => `${QUESTIONS}/${encodeURIComponent(id)}`;
  return {
    /** Every golden question, page by page. */
    questions: (query: QuestionQuery = {}, options: CallOptions = {}) =>
      allOf<GoldenQuestion>((cursor) =>
        transport.json<Page<GoldenQuestion>>('GET', QUESTIONS, {
          ...options,
          query: { limit: 100, ...query, ...cursor },
        }),
      ),
    createQuestion: (
      question: Schemas['NewGoldenQuestion'],
      options: CallOptions = {},
    ): Promise<GoldenQuestion> => transport.json('POST', QUESTIONS, { ...options, json: question }),
    /** Of a turn of one's own, or of one whose asker shares it by their feedback. */
    createQuestionFrom: (executionId: string, options: CallOptions = {}): Promise<GoldenQuestion> =>
      transport.json(
        'POST',
        `/v1/executions/${encodeURIComponent(executionId)}/golden-question`,
        options,
      ),
    updateQuestion: (
      id: string,
      changes: Schemas['GoldenQuestionChanges'],
      options: CallOptions = {},
    ): Promise<GoldenQuestion> => transport.json('PATCH', at(id), { ...options, json: changes }),
    deleteQuestion: (id: string, options: CallOptions = {}): Promise<void> =>
      deleteOnce(transport, at(id), options),
    /** All golden questions as lines of JSON. */
    exportLines: async (options: CallOptions = {}): Promise<string> => {
      const path = '/v1/evaluations/export';
      const { lines } = await transport.json<Schemas['GoldenQuestionLines']>('GET', path, options);
      return lines;
    },
    importLines: (
      lines: string,
      options: CallOptions = {},
    ): Promise<Schemas['GoldenQuestionsImported']> =>
      transport.json('POST', '/v1/evaluations/import', { ...options, json: { lines } }),
  };
};

const createRuns = (transport: Transport) => {
  const at = (id: string) => `${RUNS}/${encodeURIComponent(id)}`;
  return {
    start: (
      run: Partial<Schemas['NewEvaluationRun']> = {},
      options: CallOptions = {},
    ): Promise<EvaluationRun> => transport.json('POST', RUNS, { ...options, json: run }),
    runs: (query: PageQuery = {}, options: CallOptions = {}): Promise<Page<EvaluationRun>> =>
      transport.json('GET', RUNS, { ...options, query }),
    run: (id: string, options: CallOptions = {}): Promise<EvaluationRun> =>
      transport.json('GET', at(id), options),
    stop: (id: string, options: CallOptions = {}): Promise<EvaluationRun> =>
      transport.json('POST', `${at(id)}/stop`, { ...options, isRepeatable: true }),
    deleteRun: (id: string, options: CallOptions = {}): Promise<void> =>
      deleteOnce(transport, at(id), options),
    /** Every result of a run, page by page. */
    results: (id: string, options: CallOptions = {}) =>
      allOf<EvaluationResult>((cursor) =>
        transport.json<Page<EvaluationResult>>('GET', `${at(id)}/results`, {
          ...options,
          query: { limit: 100, ...cursor },
        }),
      ),
    /** A run beside an earlier one, what changed first. */
    compare: (
      { before, after, noise }: { before: string; after: string; noise?: string },
      options: CallOptions = {},
    ): Promise<EvaluationComparison> =>
      transport.json('GET', `${at(after)}/comparison`, {
        ...options,
        query: noise === undefined ? { with: before } : { with: before, noise },
      }),
  };
};
