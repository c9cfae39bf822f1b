import { z } from 'zod';
import { MessageId } from '../shared/ids.js';

/** A question that was asked elsewhere than after the newest message of its conversation. Ids are in chronological order. */
export const Branching = z.object({
  id: MessageId,
  /** The message that the question follows; null if it begins the conversation anew. */
  parentId: MessageId.nullable(),
  /** The message that came next after the parent overall: its usual follower, or another branching. */
  besideId: MessageId.nullable(),
});
export type Branching = z.infer<typeof Branching>;

/** Consecutive messages, starting at a given message or the first one, and ending at or before another message, or at the newest. */
export type Stretch = {
  from: MessageId | null;
  to: MessageId | null;
  before: MessageId | null;
};

/**
 * The stretches of a conversation that make up one branch, newest first. The branch is the newest one, or the newest that contains a given
 * message. Expects the conversation's branchings in chronological order.
 */
export const toBranch = (
  branchings: readonly Branching[],
  through: MessageId | null,
): readonly Stretch[] => {
  const newest = newestThrough(branchings, through);
  const stretches: Stretch[] = [];
  let to: MessageId | null = null;
  let before = branchings[newest + 1]?.id ?? null;
  let branching = branchings[newest];
  while (branching !== undefined) {
    const { id, parentId } = branching;
    stretches.push({ from: id, to, before });
    if (parentId === null) return stretches;
    [to, before] = [parentId, null];
    branching = branchings[placeOf(branchings, parentId)];
  }
  return [...stretches, { from: null, to, before }];
};

/** All questions that were asked at this question's place, including itself, in chronological order; empty if it is the only one. */
export const alternativesOf = (
  branchings: readonly Branching[],
  id: MessageId,
): readonly MessageId[] => {
  const isBranching = (message: MessageId) => branchings.some((one) => one.id === message);
  const own = branchings.find((one) => (isBranching(id) ? one.id : one.besideId) === id);
  if (own === undefined) return [];
  const { parentId, besideId } = own;
  const asked = branchings.filter((one) => one.parentId === parentId).map((one) => one.id);
  const all = besideId === null || isBranching(besideId) ? asked : [besideId, ...asked];
  return all.length > 1 ? all : [];
};

/** The index of the branching that contains the newest message after this one; -1 if that message comes before the first branching. */
const newestThrough = (branchings: readonly Branching[], through: MessageId | null): number => {
  if (through === null) return branchings.length - 1;
  const own = placeOf(branchings, through);
  // A branch can only pass through earlier questions.
  const leads = new Set([own]);
  let newest = own;
  for (const [place, { parentId }] of branchings.entries()) {
    if (place <= own || parentId === null) continue;
    const above = placeOf(branchings, parentId);
    if (!leads.has(above) || (above === own && parentId < through)) continue;
    leads.add(place);
    newest = place;
  }
  return newest;
};

/** The index of the branching to which a message belongs; -1 if it comes before the first one. */
const placeOf = (branchings: readonly Branching[], id: MessageId | null): number =>
  id === null ? -1 : branchings.findLastIndex((branching) => branching.id <= id);
