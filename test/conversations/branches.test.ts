import { describe, expect, it } from '@jest/globals';
import {
  alternativesOf,
  toBranch,
  type Branching,
  type Stretch,
} from '../../src/conversations/branches.js';
import { MessageId } from '../../src/shared/ids.js';

const id = (number: number): MessageId =>
  MessageId.parse(`01990000-0000-7000-8000-${String(number).padStart(12, '0')}`);
const numberOf = (message: MessageId | null) =>
  message === null ? null : Number(message.slice(-3));

/** Messages by their numbers, and what follows another message than the one before it: 0 stands for none. */
const talk = (count: number, follows: Readonly<Record<number, number>>) => {
  const branchings: Branching[] = Object.entries(follows).map(([question, parent]) => ({
    id: id(Number(question)),
    parentId: parent === 0 ? null : id(parent),
    besideId: id(parent + 1),
  }));
  const isIn =
    ({ from, to, before }: Stretch) =>
    (message: number) =>
      message >= (numberOf(from) ?? 0) &&
      message <= (numberOf(to) ?? count) &&
      message < (numberOf(before) ?? count + 1);
  const all = Array.from({ length: count }, (_, index) => index + 1);
  return {
    branch: (through?: number) =>
      toBranch(branchings, through === undefined ? null : id(through))
        .flatMap((stretch) => all.filter(isIn(stretch)).toReversed())
        .toReversed(),
    alternatives: (message: number) => alternativesOf(branchings, id(message)).map(numberOf),
  };
};

// 1 2 3 4 5 6, then: 7 8 follow 2 (as 3 did), 9 10 begin anew, 11 12 follow 8, 13 14 follow 2 as well.
const edited = talk(14, { 7: 2, 9: 0, 11: 8, 13: 2 });

describe('a branch of a conversation', () => {
  it('is the whole conversation if no question was asked again', () => {
    expect(talk(4, {}).branch()).toEqual([1, 2, 3, 4]);
    expect(talk(4, {}).branch(1)).toEqual([1, 2, 3, 4]);
    expect(talk(4, {}).alternatives(3)).toEqual([]);
  });

  it.each([
    ['the newest', undefined, [1, 2, 13, 14]],
    ['that of the edited question', 3, [1, 2, 3, 4, 5, 6]],
    ['that of an answer further down', 6, [1, 2, 3, 4, 5, 6]],
    ['that of an edited question, with later follow-ups', 7, [1, 2, 7, 8, 11, 12]],
    ['that of one that starts over', 9, [9, 10]],
    ['the newest, for a message shared by all branches', 2, [1, 2, 13, 14]],
  ])('is %s', (_, through, messages) => {
    expect(edited.branch(through)).toEqual(messages);
  });

  it('ends with its own last message if the conversation continued elsewhere', () => {
    const left = talk(6, { 5: 2 });

    expect(left.branch(4)).toEqual([1, 2, 3, 4]);
    expect(left.branch(3)).toEqual([1, 2, 3, 4]);
    expect(left.branch()).toEqual([1, 2, 5, 6]);
  });

  it.each([
    [1, [1, 9]],
    [9, [1, 9]],
    [3, [3, 7, 13]],
    [7, [3, 7, 13]],
    [13, [3, 7, 13]],
    [5, []],
    [2, []],
  ])('lists the alternatives to message %i', (message, others) => {
    expect(edited.alternatives(message)).toEqual(others);
  });

  it('knows when a message has only one branch after it', () => {
    // 7 8 follow 6 of a branch that was left, where nothing had followed.
    const taken = talk(8, { 3: 0, 7: 2 });

    expect(taken.branch()).toEqual([1, 2, 7, 8]);
    expect(taken.alternatives(7)).toEqual([]);
  });
});
