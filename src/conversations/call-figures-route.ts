import { z } from 'zod';
import { userRoute, type Route } from '../http/index.js';
import type { UserScope } from '../shared/scope.js';
import { refuseRange } from './node-metrics-routes.js';
import { timeField } from '../shared/lists.js';
import { CallFigures, DailyFigures, type Range } from './call-figures.js';
import { Unanswered } from './unanswered.js';

type Read<Figures> = (scope: UserScope, range: Range) => Promise<Figures>;

type FigureRoute<Figures> = {
  path: string;
  operationId: string;
  summary: string;
  description: string;
  schema: z.ZodType<Figures>;
  read: Read<Figures>;
};

export type FigureDeps = {
  readCallFigures: Read<CallFigures>;
  readDailyFigures: Read<DailyFigures>;
  readUnanswered: Read<Unanswered>;
};

/** Figures about the turns of a date range for administrators, without text that nobody shared with them. */
export const createFigureRoutes = (deps: FigureDeps): Route[] => [
  createFigureRoute({
    path: '/v1/metrics/calls',
    operationId: 'getCallMetrics',
    summary: 'Figures per tool, per model and per assistant, of the turns that are still stored',
    description: 'The most used first',
    schema: CallFigures,
    read: deps.readCallFigures,
  }),
  createFigureRoute({
    path: '/v1/metrics/days',
    operationId: 'getDailyMetrics',
    summary: 'Figures per day, and of the whole range, of the turns that are still stored',
    description: 'The oldest day first; days without a question are left out',
    schema: DailyFigures,
    read: deps.readDailyFigures,
  }),
  createFigureRoute({
    path: '/v1/metrics/unanswered',
    operationId: 'getUnanswered',
    summary: 'Questions without an answer: those that their askers share, and the words of many',
    description: 'The newest questions first, and the words that most people asked about',
    schema: Unanswered,
    read: deps.readUnanswered,
  }),
];

const createFigureRoute = <Figures>({
  description,
  schema,
  read,
  ...named
}: FigureRoute<Figures>): Route =>
  userRoute({
    ...named,
    method: 'get',
    tag: 'usage',
    roles: ['admin'],
    permission: 'admin',
    query: z.strictObject({
      from: timeField.describe('Turns that started at or after.'),
      to: timeField.describe('Turns that started before.'),
    }),
    responses: { 200: { description, schema } },
    answer: ({ scope, query }) => {
      const range = { from: new Date(query.from), to: new Date(query.to) };
      refuseRange(range.from, range.to);
      return read(scope, range);
    },
  });
