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
  it('is the whole of one in which nothing was asked again', () => {
    expect(talk(4, {}).branch()).toEqual([1, 2, 3, 4]);
    expect(talk(4, {}).branch(1)).toEqual([1, 2, 3, 4]);
    expect(talk(4, {}).alternatives(3)).toEqual([]);
  });

  it.each([
    ['the newest', undefined, [1, 2, 13, 14]],
    ['of the question that was edited', 3, [1, 2, 3, 4, 5, 6]],
    ['of an answer further down', 6, [1, 2, 3, 4, 5, 6]],
    ['of an edited question, with what was asked there later', 7, [1, 2, 7, 8, 11, 12]],
    ['of one that begins anew', 9, [9, 10]],
    ['of a message that all of them share: the newest', 2, [1, 2, 13, 14]],
  ])('%s', (_, through, messages) => {
    expect(edited.branch(through)).toEqual(messages);
  });

  it('ends where the message ends that it was left from', () => {
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
  ])('knows what else was asked in the place of message %i', (message, others) => {
    expect(edited.alternatives(message)).toEqual(others);
  });

  it('knows that nothing but one branch follows a message', () => {
    // 7 8 follow 6 of a branch that was left, where nothing had followed.
    const taken = talk(8, { 3: 0, 7: 2 });

    expect(taken.branch()).toEqual([1, 2, 7, 8]);
    expect(taken.alternatives(7)).toEqual([]);
  });
});
