import { z } from 'zod';
import { changes, creates, createsById, userRoute, type Route } from '../http/index.js';
import { SUPPORTED_LANGUAGES } from '../language/index.js';
import { EvaluationRunId, ExecutionId, GoldenQuestionId, UserId } from '../shared/ids.js';
import { ListQuery, listOf, listQueryFields, readList } from '../shared/lists.js';
import {
  Expectations,
  GoldenQuestionRecord,
  GoldenQuestionStatus,
  GoldenVersionRecord,
} from './golden-questions-repository.js';
import type { createEvaluation } from './index.js';
import {
  EvaluationRunRecord,
  ResultOutcome,
  ResultRecord,
  ResultVerdict,
} from './runs-repository.js';

export type EvaluationDeps = ReturnType<typeof createEvaluation>;

const access = { roles: ['admin'], permission: 'admin', tag: 'evaluations' } as const;

const GoldenQuestion = GoldenQuestionRecord.meta({ id: 'GoldenQuestion' });
const GoldenVersion = GoldenVersionRecord.meta({ id: 'GoldenQuestionVersion' });

const EvaluationRun = EvaluationRunRecord.extend({
  figures: EvaluationRunRecord.shape.figures.meta({ id: 'EvaluationFigures' }),
}).meta({ id: 'EvaluationRun' });

const questionText = z.string().describe('In the version that was asked; null if it was deleted.');

const EvaluationResult = ResultRecord.omit({ sources: true })
  .extend({
    question: questionText.nullable(),
    outcome: ResultOutcome.meta({ id: 'EvaluationOutcome' }).nullable(),
    verdict: ResultVerdict.nullable().describe('Null until it was asked.'),
    answer: z
      .string()
      .nullable()
      .describe('Null unless the reader may read everything that the answer rests on.'),
  })
  .meta({ id: 'EvaluationResult' });

const figures = {
  pairs: z.int().describe('Questions that both runs asked in the same version.'),
  changed: z.int().describe('Of these, those with another verdict.'),
  lost: z.int().describe('Right before, but not now.'),
  won: z.int().describe('Right now, but not before.'),
  p: z.number().describe("McNemar's exact test: how likely such a difference is by chance alone."),
};

const verdictOrNone = ResultVerdict.exclude(['failed'])
  .nullable()
  .describe('Null: the question failed or was not asked.');

const EvaluationComparison = z
  .object({
    ...figures,
    noise: z
      .object({ runId: EvaluationRunId, ...figures })
      .meta({ id: 'EvaluationNoise' })
      .nullable()
      .describe(
        'Variation without changes: the earlier run compared with another with the same settings.',
      ),
    items: z
      .array(
        z
          .object({
            questionId: GoldenQuestionId,
            question: questionText.nullable(),
            before: verdictOrNone,
            after: verdictOrNone,
            isSameVersion: z.boolean(),
          })
          .meta({ id: 'EvaluationPair' }),
      )
      .describe('Changes first, losses before gains.'),
  })
  .meta({ id: 'EvaluationComparison' });

const content = {
  question: z.string().trim().min(1).max(2000),
  language: z.enum(SUPPORTED_LANGUAGES).nullable(),
  askedAs: UserId.nullable().describe(
    'A test user: an active member who never had a password or key, and whom nobody has used. Null: whoever starts the run.',
  ),
  status: GoldenQuestionStatus,
  expectations: Expectations,
};

const params = z.strictObject({ id: GoldenQuestionId });
const ofQuestion = { path: '/v1/evaluations/questions/:id', params, ...access } as const;
const runParams = z.strictObject({ id: EvaluationRunId });
const ofRun = { path: '/v1/evaluations/runs/:id', params: runParams, ...access } as const;

export const createEvaluationRoutes = (deps: EvaluationDeps): Route[] => [
  ...createQuestionRoutes(deps),
  ...createNewRoutes(deps),
  ...createChangeRoutes(deps),
  ...createLineRoutes(deps),
  ...createRunRoutes(deps),
  ...createRunChangeRoutes(deps),
  ...createResultRoutes(deps),
];

const createQuestionRoutes = ({ goldenQuestions }: EvaluationDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/evaluations/questions',
    operationId: 'listGoldenQuestions',
    summary: 'List the golden questions of the tenant',
    ...access,
    query: z.strictObject({ ...listQueryFields, status: GoldenQuestionStatus.optional() }),
    responses: {
      200: { description: 'Newest first', schema: listOf(GoldenQuestion, 'GoldenQuestionList') },
    },
    answer: ({ scope, query }) =>
      readList({ list: 'golden-questions', scope }, query, (page) =>
        goldenQuestions.list(scope, { ...page, status: query.status }),
      ),
  }),
  userRoute({
    method: 'get',
    ...ofQuestion,
    operationId: 'getGoldenQuestion',
    summary: 'Read a golden question in its newest version',
    responses: { 200: { description: 'The golden question', schema: GoldenQuestion } },
    answer: ({ scope, params: { id } }) => goldenQuestions.get(scope, id),
  }),
  userRoute({
    method: 'get',
    ...ofQuestion,
    path: '/v1/evaluations/questions/:id/versions',
    operationId: 'listGoldenQuestionVersions',
    summary: 'Read what a golden question asked and expected before',
    responses: {
      200: {
        description: 'The newest first, at most 100',
        schema: z.object({ items: z.array(GoldenVersion) }).meta({ id: 'GoldenQuestionVersions' }),
      },
    },
    answer: async ({ scope, params: { id } }) => ({
      items: await goldenQuestions.versions(scope, id),
    }),
  }),
];

const createsQuestion = (goldenQuestions: EvaluationDeps['goldenQuestions']) =>
  createsById(GoldenQuestionId, goldenQuestions.get);

const createNewRoutes = ({ goldenQuestions }: EvaluationDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/evaluations/questions',
    operationId: 'createGoldenQuestion',
    errors: ['quota_exceeded'],
    example: {
      question: 'How many days may I work from home?',
      expectations: { facts: ['three days | 3 days'] },
    },
    summary: 'Add a question that runs ask, with what its answer has to be',
    ...access,
    body: z
      .strictObject({
        ...content,
        language: content.language.default(null),
        askedAs: content.askedAs.default(null),
        status: content.status.default('active'),
      })
      .meta({ id: 'NewGoldenQuestion' }),
    creates: createsQuestion(goldenQuestions),
    responses: { 201: { description: 'Added', schema: GoldenQuestion } },
    answer: ({ scope, body }) => goldenQuestions.create(scope, body),
  }),
];

const createChangeRoutes = ({ goldenQuestions }: EvaluationDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/executions/:id/golden-question',
    params: z.strictObject({ id: ExecutionId }),
    ...access,
    operationId: 'createGoldenQuestionFromExecution',
    errors: ['conflict', 'quota_exceeded'],
    summary:
      'Make a golden question of a turn: of your own, or of one whose asker shares it by their feedback',
    creates: createsQuestion(goldenQuestions),
    responses: { 201: { description: 'Added', schema: GoldenQuestion } },
    answer: ({ scope, params: { id } }) => goldenQuestions.createFromExecution(scope, id),
  }),
  userRoute({
    method: 'patch',
    ...ofQuestion,
    operationId: 'updateGoldenQuestion',
    example: { status: 'retired' },
    summary: 'Change a golden question, which makes a new version of it, or its status',
    body: changes({
      question: content.question.optional(),
      language: content.language.optional(),
      askedAs: content.askedAs.optional(),
      status: content.status.optional(),
      expectations: content.expectations.optional(),
    }).meta({ id: 'GoldenQuestionChanges' }),
    responses: { 200: { description: 'The changed golden question', schema: GoldenQuestion } },
    answer: ({ scope, params: { id }, body }) => goldenQuestions.update(scope, id, body),
  }),
  userRoute({
    method: 'delete',
    ...ofQuestion,
    operationId: 'deleteGoldenQuestion',
    summary: 'Remove a golden question with its versions; runs keep its verdicts',
    responses: { 204: { description: 'Removed' } },
    answer: ({ scope, params: { id } }) => goldenQuestions.delete(scope, id),
  }),
];

const MAX_LINES_CHARS = 900_000;

const GoldenLines = z.object({ lines: z.string() }).meta({ id: 'GoldenQuestionLines' });

const Imported = z
  .object({
    created: z.int(),
    refused: z.array(
      z
        .object({ line: z.int().describe('From 1.'), message: z.string() })
        .meta({ id: 'RefusedLine' }),
    ),
  })
  .meta({ id: 'GoldenQuestionsImported' });

const createLineRoutes = ({ goldenQuestions }: EvaluationDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/evaluations/export',
    operationId: 'exportGoldenQuestions',
    summary: 'Export all golden questions as lines of JSON that ragas, promptfoo and Langfuse read',
    ...access,
    responses: { 200: { description: 'One per line, newest first', schema: GoldenLines } },
    answer: async ({ scope }) => ({ lines: await goldenQuestions.exportLines(scope) }),
  }),
  userRoute({
    method: 'post',
    path: '/v1/evaluations/import',
    operationId: 'importGoldenQuestions',
    errors: ['quota_exceeded'],
    example: { lines: '{"question": "How many days?", "expectations": {"facts": ["three"]}}' },
    summary: 'Add golden questions from lines of JSON, at most 1,000 of them',
    ...access,
    body: z
      .strictObject({ lines: z.string().min(1).max(MAX_LINES_CHARS) })
      .meta({ id: 'GoldenQuestionImport' }),
    creates: creates(Imported, async (_scope, imported) => imported),
    responses: {
      200: { description: 'What was added, and which lines were not', schema: Imported },
    },
    answer: ({ scope, body: { lines } }) => goldenQuestions.importLines(scope, lines),
  }),
];

const createRunRoutes = ({ evaluationRuns }: EvaluationDeps): Route[] => [
  userRoute({
    method: 'post',
    path: '/v1/evaluations/runs',
    operationId: 'startEvaluationRun',
    errors: ['conflict'],
    example: { name: 'before the new embedder' },
    summary: 'Ask the active golden questions, in the background',
    ...access,
    body: z
      .strictObject({
        name: z.string().trim().min(1).max(200).nullable().default(null),
        questionIds: z
          .array(GoldenQuestionId)
          .min(1)
          .max(1000)
          .optional()
          .describe('May use only these.'),
      })
      .meta({ id: 'NewEvaluationRun' }),
    creates: createsById(EvaluationRunId, evaluationRuns.get),
    responses: { 202: { description: 'Waits for a worker', schema: EvaluationRun } },
    answer: ({ scope, body }) => evaluationRuns.start(scope, body),
  }),
  userRoute({
    method: 'get',
    path: '/v1/evaluations/runs',
    operationId: 'listEvaluationRuns',
    summary: 'List runs with their figures',
    ...access,
    query: ListQuery,
    responses: {
      200: { description: 'Newest first', schema: listOf(EvaluationRun, 'EvaluationRunList') },
    },
    answer: ({ scope, query }) =>
      readList({ list: 'evaluation-runs', scope }, query, (page) =>
        evaluationRuns.list(scope, page),
      ),
  }),
  userRoute({
    method: 'get',
    ...ofRun,
    operationId: 'getEvaluationRun',
    summary: 'Read a run: how far it is, its settings and its figures',
    responses: { 200: { description: 'The run', schema: EvaluationRun } },
    answer: ({ scope, params: { id } }) => evaluationRuns.get(scope, id),
  }),
];

const createRunChangeRoutes = ({ evaluationRuns }: EvaluationDeps): Route[] => [
  userRoute({
    method: 'post',
    ...ofRun,
    path: '/v1/evaluations/runs/:id/stop',
    operationId: 'stopEvaluationRun',
    summary: 'End a run before all was asked; one that has ended stays as it is',
    responses: { 200: { description: 'The run', schema: EvaluationRun } },
    answer: ({ scope, params: { id } }) => evaluationRuns.stop(scope, id),
  }),
  userRoute({
    method: 'delete',
    ...ofRun,
    operationId: 'deleteEvaluationRun',
    summary: 'Remove a run with its results',
    responses: { 204: { description: 'Removed' } },
    answer: ({ scope, params: { id } }) => evaluationRuns.delete(scope, id),
  }),
];

const createResultRoutes = ({ evaluationRuns }: EvaluationDeps): Route[] => [
  userRoute({
    method: 'get',
    ...ofRun,
    path: '/v1/evaluations/runs/:id/results',
    operationId: 'listEvaluationResults',
    summary: 'Read the results of a run; an answer only if you may read all that it rests on',
    query: ListQuery,
    responses: {
      200: {
        description: 'In the order of the run',
        schema: listOf(EvaluationResult, 'EvaluationResultList'),
      },
    },
    answer: ({ scope, params: { id }, query }) =>
      readList({ list: `evaluation-runs/${id}`, scope, position: 'index' }, query, (page) =>
        evaluationRuns.results(scope, id, page),
      ),
  }),
  userRoute({
    method: 'get',
    ...ofRun,
    path: '/v1/evaluations/runs/:id/comparison',
    operationId: 'compareEvaluationRuns',
    errors: ['conflict'],
    summary: 'Compare a run with an earlier one, question by question',
    query: z.strictObject({
      with: EvaluationRunId.describe('The earlier run.'),
      noise: EvaluationRunId.optional().describe(
        'Another run under the settings of the earlier one; unset: the newest that there is.',
      ),
    }),
    responses: { 200: { description: 'What changed first', schema: EvaluationComparison } },
    answer: ({ scope, params: { id }, query: { with: before, noise } }) =>
      evaluationRuns.compare(scope, { before, after: id, noise }),
  }),
];
