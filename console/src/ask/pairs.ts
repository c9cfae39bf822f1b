type Said = { id: string; executionId: string; role: 'user' | 'assistant' };

/** A question with its answer; one of them is null where it is on an older page, or not there yet. */
export type Pair<Message extends Said> = {
  executionId: string;
  question: Message | null;
  answer: Message | null;
};

/** Messages, oldest first, as questions with their answers. */
export const toPairs = <Message extends Said>(
  oldestFirst: readonly Message[],
): readonly Pair<Message>[] => {
  const pairs = new Map<string, Pair<Message>>();
  for (const message of oldestFirst) {
    const { executionId, role } = message;
    const pair = pairs.get(executionId) ?? { executionId, question: null, answer: null };
    pairs.set(
      executionId,
      role === 'user' ? { ...pair, question: message } : { ...pair, answer: message },
    );
  }
  return [...pairs.values()];
};

/** The pairs up to a message, which a question asked again follows; null: none of them. All where none has been left behind. */
export const upTo = <Message extends Said>(
  pairs: readonly Pair<Message>[],
  parentId: string | null | undefined,
): readonly Pair<Message>[] => {
  if (parentId === undefined) return pairs;
  const last = pairs.findIndex(
    ({ question, answer }) => question?.id === parentId || answer?.id === parentId,
  );
  if (last === -1 && parentId !== null) return pairs;
  return pairs.slice(0, last + 1);
};

/** The questions before and after one, among those that were asked in its place; null where there is none. */
export const besides = (branches: readonly string[], id: string) => {
  const place = branches.indexOf(id);
  return {
    number: place + 1,
    previous: branches[place - 1] ?? null,
    next: place === -1 ? null : (branches[place + 1] ?? null),
  };
};
