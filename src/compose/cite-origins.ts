import type { Features } from './features.js';
import type { ChatOnce, Workflow } from '../workflow/index.js';

type Origins = Pick<Features['sources'], 'citeOrigins'>;

/** The workflow, with the originals of what its answers cite. */
export const withOrigins = (workflow: Workflow, { citeOrigins }: Origins): Workflow => ({
  ...workflow,
  runTurn: async (request) => {
    const answer = await workflow.runTurn(request);
    const [cited = answer] = await citeOrigins(request.scope, [answer]);
    return cited;
  },
  runUnstored: async (request) => {
    const answer = await workflow.runUnstored(request);
    const [cited = answer] = await citeOrigins(request.scope, [answer]);
    return cited;
  },
});

/** An answer that is given again has them as well. */
export const withOriginsOnce =
  (chatOnce: ChatOnce, { citeOrigins }: Origins): ChatOnce =>
  async (question, run) => {
    const outcome = await chatOnce(question, run);
    if (!outcome.isReplayed) return outcome;
    const { answer } = outcome;
    const [cited = answer] = await citeOrigins(question.scope, [answer]);
    return { ...outcome, answer: cited };
  };

type Conversations = Pick<Features, 'sessions' | 'readExecution' | 'sharedAnswers'>;

/** Conversations, with the originals of what their answers cite. */
export const withOriginsKept = (
  { sessions, readExecution, sharedAnswers }: Conversations,
  { citeOrigins }: Origins,
): Conversations => ({
  sessions: {
    ...sessions,
    messages: async (scope, ...asked) => {
      const page = await sessions.messages(scope, ...asked);
      return { ...page, items: await citeOrigins(scope, page.items) };
    },
  },
  readExecution: async (scope, ...asked) => {
    const receipt = await readExecution(scope, ...asked);
    const [cited = receipt] = await citeOrigins(scope, [receipt]);
    return cited;
  },
  sharedAnswers: {
    ...sharedAnswers,
    open: async (scope, ...asked) => {
      const shared = await sharedAnswers.open(scope, ...asked);
      const [cited = shared] = await citeOrigins(scope, [shared]);
      return cited;
    },
  },
});
