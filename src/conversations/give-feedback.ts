import { notFound } from '../shared/errors.js';
import type { Feedback } from './feedback.js';
import type { MessageId } from '../shared/ids.js';
import type { UserScope } from '../shared/scope.js';
import type { Database } from './database.js';

type Deps = { database: Pick<Database, 'withScope'> };

/** What the owner of a session thinks of an answer in it; a question, or another's answer, is `not_found`. */
export const createGiveFeedback =
  ({ database }: Deps) =>
  (scope: UserScope, id: MessageId, feedback: Feedback): Promise<Feedback> =>
    database.withScope(scope, async (tx) => {
      const saved = await tx.feedback.save(id, feedback);
      if (saved === null) throw notFound();
      return saved;
    });
