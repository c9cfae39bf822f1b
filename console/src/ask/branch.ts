import { useEffect, useRef, useState } from 'preact/hooks';
import { api, bodyOf } from '../api/client.js';
import type { Branch } from './conversation.js';
import type { Asked } from './ask-choices.js';
import { leaveAnswered, startTurn } from './live-turns.js';
import type { Place } from './question.js';

type Reading = {
  sessionId: string | null;
  asked: Asked;
  setDraft: (question: string) => void;
  isAnswering: boolean;
  /** Whether questions of this page are shown below those from the server. */
  hasAsked: boolean;
};

/** The branch of a conversation that is read, and asking on it: behind what is shown, or again in the place of a question. */
export const useBranch = ({ sessionId, asked, setDraft, ...now }: Reading) => {
  const { isAnswering, hasAsked } = now;
  const [through, setThrough] = useState<string | null>(null);
  const end = useRef<string | null>(null);
  useEffect(() => setThrough(null), [sessionId]);
  const choose = (id: string) => {
    leaveAnswered(sessionId);
    setThrough(id);
  };
  const askAt = (question: string, parentId: string | null | undefined) => {
    if (parentId !== undefined) setThrough(parentId);
    startTurn(question, { sessionId, parentId }, asked);
  };
  const branch: Branch = {
    through,
    choose: isAnswering ? null : choose,
    onEnd: (id) => {
      end.current = id;
    },
  };
  return {
    branch,
    submit: (question: string) => {
      setDraft('');
      // What was asked here since is the newest of all.
      const isNewest = through === null || hasAsked;
      askAt(question, isNewest ? undefined : (end.current ?? undefined));
    },
    askInPlace: (question: string, place: Place) =>
      void parentOf(sessionId, place).then(
        (parentId) => askAt(question, parentId),
        // The server cannot be reached, so the question is kept instead of sent.
        () => setDraft(question),
      ),
  };
};

const NEWEST = 100;

/** The message that a question follows which stands there already; undefined where it is not found: then the newest. */
const parentOf = async (
  sessionId: string | null,
  place: Place,
): Promise<string | null | undefined> => {
  if ('parentId' in place) return place.parentId;
  if (sessionId === null) return undefined;
  const params = { path: { id: sessionId }, query: { limit: NEWEST } };
  const { items } = bodyOf(await api.GET('/v1/sessions/{id}/messages', { params }));
  const own = items.find(
    ({ role, executionId }) => role === 'user' && executionId === place.executionId,
  );
  return own?.parentMessageId;
};
