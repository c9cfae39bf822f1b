import { z } from 'zod';
import { userRoute, type Route } from '../http/index.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';

const Waiting = z
  .object({
    proposedMemories: z.int().describe('That a model proposed and the caller has not confirmed.'),
    failedDocuments: z.int().describe('Of those that the caller may see in the list.'),
  })
  .meta({ id: 'Waiting' });
type Waiting = z.infer<typeof Waiting>;

export type WaitingDeps = { countWaiting: (scope: UserScope) => Promise<Waiting> };

/** Counts what a person is to look at; what their credential does not open counts as nothing. */
export const createCountWaiting =
  ({ database }: { database: Pick<Database, 'withScope'> }): WaitingDeps['countWaiting'] =>
  (scope) =>
    database.withScope(scope, async (tx) => {
      const may = (permission: UserScope['permissions'][number]) =>
        scope.permissions.includes(permission);
      return {
        proposedMemories: may('memories') ? await tx.memories.countProposed() : 0,
        failedDocuments: may('documents:read') ? await tx.documents.count({ status: 'failed' }) : 0,
      };
    });

export const createWaitingRoutes = ({ countWaiting }: WaitingDeps): Route[] => [
  userRoute({
    method: 'get',
    path: '/v1/me/waiting',
    operationId: 'countWaiting',
    tag: 'profile',
    summary: 'Count what waits for the caller: proposed memories and failed documents',
    responses: { 200: { description: 'Numbers alone', schema: Waiting } },
    answer: ({ scope }) => countWaiting(scope),
  }),
];
