import { z } from 'zod';
import { userRoute, type Route } from '../http/index.js';
import type { UserScope } from '../shared/scope.js';
import { refuseRange } from './node-metrics-routes.js';
import { timeField } from '../shared/lists.js';
import { CallFigures, type Range } from './call-figures.js';

type ReadCallFigures = (scope: UserScope, range: Range) => Promise<CallFigures>;

export const createCallFiguresRoute = (readCallFigures: ReadCallFigures): Route =>
  userRoute({
    method: 'get',
    path: '/v1/metrics/calls',
    operationId: 'getCallMetrics',
    tag: 'usage',
    summary: 'Figures per tool, per model and per assistant, of the turns that are still stored',
    roles: ['admin'],
    permission: 'admin',
    query: z.strictObject({
      from: timeField.describe('Turns that started at or after.'),
      to: timeField.describe('Turns that started before.'),
    }),
    responses: { 200: { description: 'The most used first', schema: CallFigures } },
    answer: ({ scope, query }) => {
      const range = { from: new Date(query.from), to: new Date(query.to) };
      refuseRange(range.from, range.to);
      return readCallFigures(scope, range);
    },
  });
