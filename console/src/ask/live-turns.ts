import { ask } from '../api/ask.js';
import { createChanges, useChanges } from '../api/changes.js';
import type { ChatAnswer, ChatEvent, Citation } from '../api/client.js';
import { toProblem, type Problem } from '../api/problem.js';
import type { Asked } from './ask-choices.js';
import { toFilter } from './scope.js';

type LivePhase = 'starting' | 'thinking' | 'searching' | 'writing' | 'done' | 'stopped' | 'failed';

/** A question of this tab on its way to an answer, which goes on while one looks at other pages. */
export type LiveTurn = {
  key: string;
  sessionId: string | null;
  /** The run, and before it those that were broken off with the connection: their question is this one. */
  executionIds: readonly string[];
  question: string;
  /** The message that it follows, null for none; undefined: the newest one. */
  parentId: string | null | undefined;
  text: string;
  phase: LivePhase;
  isLost: boolean;
  /** Quoted if the model, which is slow, does not answer. */
  sources: readonly Citation[];
  /** Statements that were shown and then corrected: what they said, by their id. */
  corrected: ReadonlyMap<string, string>;
  answer: ChatAnswer | null;
  problem: Problem | null;
};

let turns: readonly LiveTurn[] = [];
const stops = new Map<string, AbortController>();
const turnChanges = createChanges();

/** So many finished ones are kept as they were given; older ones are read from the server. */
const KEPT = 50;

type Where = { sessionId: string | null; parentId?: string | null | undefined };

const BEGUN = {
  text: '',
  phase: 'starting',
  isLost: false,
  executionIds: [],
  sources: [],
  corrected: new Map<string, string>(),
  answer: null,
  problem: null,
} as const;

/** Asks in a session, or in a new one. */
export const startTurn = (
  question: string,
  { sessionId, parentId }: Where,
  { scope, assistantId }: Asked,
): void => {
  const key = newKey();
  const stop = new AbortController();
  stops.set(key, stop);
  const begun: LiveTurn = { ...BEGUN, key, sessionId, question, parentId };
  if (parentId !== undefined) leaveAnswered(sessionId);
  change([...turns, begun]);
  const writing = createWriting((text) => update(key, { phase: 'writing', text }));
  const listener = {
    onEvent: (event: ChatEvent) => {
      if (event.event === 'delta') writing.add(event.data.text);
      else if (event.event === 'correction') {
        addCorrected(key, event.data.statementId, writing.read(event.data));
      } else {
        if (event.event === 'execution') addRun(key, event.data);
        update(key, changesOf(event));
      }
    },
    onLost: () => {
      writing.clear();
      update(key, { isLost: true, text: '' });
    },
  };
  const asking = {
    message: question,
    sessionId,
    parentId,
    key,
    filter: toFilter(scope),
    assistantId,
  };
  ask(asking, listener, stop.signal)
    .then(
      (answer) => {
        addRun(key, answer);
        update(key, { answer, phase: 'done', isLost: false });
      },
      (error: unknown) => {
        if (stop.signal.aborted) update(key, { phase: 'stopped' });
        else update(key, { phase: 'failed', problem: toProblem(error) });
      },
    )
    .finally(() => {
      writing.clear();
      stops.delete(key);
    });
};

export const stopTurn = (key: string): void => stops.get(key)?.abort();

/** Takes back a turn that has ended without an answer. */
export const dropTurn = (key: string): void => change(turns.filter((turn) => turn.key !== key));

/** Leaves the finished turns of a session to what is read from the server: another branch of it is about to be shown. */
export const leaveAnswered = (sessionId: string | null): void =>
  change(turns.filter((turn) => turn.sessionId !== sessionId || isUnderWay(turn)));

let owner: string | null = null;

/** Drops all turns when another user signs in, who then finds nothing of the one before. */
export const keepTurnsOf = (userId: string): void => {
  if (owner === userId) return;
  owner = userId;
  for (const stop of stops.values()) stop.abort();
  change([]);
};

export const isUnderWay = ({ phase }: LiveTurn): boolean =>
  phase !== 'done' && phase !== 'stopped' && phase !== 'failed';

/** Those of a session; null: of the one that has not begun yet. */
export const useLiveTurns = (sessionId: string | null): readonly LiveTurn[] => {
  useChanges(turnChanges);
  return turns.filter((turn) => turn.sessionId === sessionId);
};

/** Finds the session that the server has made for a turn that began on the page of a new question. */
export const sessionOf = (key: string): string | null =>
  turns.find((turn) => turn.key === key)?.sessionId ?? null;

const SHOW_MS = 80;

/** The text as it comes, shown a few times a second: a long answer would be read anew with each of its words. */
const createWriting = (show: (text: string) => void) => {
  let text = '';
  let timer: ReturnType<typeof setTimeout> | null = null;
  return {
    add: (more: string) => {
      text += more;
      timer ??= setTimeout(() => {
        timer = null;
        show(text);
      }, SHOW_MS);
    },
    read: ({ start, end }: { start: number; end: number }) => text.slice(start, end),
    clear: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      text = '';
    },
  };
};

const changesOf = (event: ChatEvent): Partial<LiveTurn> => {
  switch (event.event) {
    case 'execution':
      return { phase: 'thinking', isLost: false };
    case 'tool':
      return { phase: event.data.phase === 'start' ? 'searching' : 'thinking' };
    case 'status':
      return { phase: event.data.phase };
    case 'sources':
      return { sources: event.data.citations };
    default:
      return {};
  }
};

/** crypto.randomUUID is for https alone. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

const change = (next: readonly LiveTurn[]): void => {
  turns = next.slice(-KEPT);
  turnChanges.tell();
};

const update = (key: string, changes: Partial<LiveTurn>): void => {
  change(turns.map((turn) => (turn.key === key ? { ...turn, ...changes } : turn)));
};

const addCorrected = (key: string, statementId: string, said: string): void => {
  const known = turns.find((turn) => turn.key === key)?.corrected ?? [];
  update(key, { corrected: new Map([...known, [statementId, said]]) });
};

const addRun = (key: string, run: { executionId: string; sessionId: string | null }): void => {
  const known = turns.find((turn) => turn.key === key)?.executionIds ?? [];
  const executionIds = [...new Set([...known, run.executionId])];
  update(key, { sessionId: run.sessionId, executionIds });
};
