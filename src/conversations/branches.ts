import { z } from 'zod';
import { MessageId } from '../shared/ids.js';

/** A question that was asked somewhere other than after the newest message of its conversation. Ids are in chronological order. */
export const Branching = z.object({
  id: MessageId,
  /** The message that it follows; null if it begins the conversation anew. */
  parentId: MessageId.nullable(),
  /** The next message after that one overall: its usual follower, or another branching. */
  besideId: MessageId.nullable(),
});
export type Branching = z.infer<typeof Branching>;

/** Consecutive messages: from a given one, or the first; to another, before another, or to the newest. */
export type Stretch = {
  from: MessageId | null;
  to: MessageId | null;
  before: MessageId | null;
};

/**
 * The stretches of a conversation that form one branch, newest first: the newest branch, or the newest of those that contain a message.
 * Takes the conversation's branchings in chronological order.
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

/** The questions that were asked in place of this one, in chronological order and including it; empty if it is the only one. */
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

/** The index of the branching that contains the newest message after this one; -1 if that message is before the first branching. */
const newestThrough = (branchings: readonly Branching[], through: MessageId | null): number => {
  if (through === null) return branchings.length - 1;
  const own = placeOf(branchings, through);
  // A branch can only lead through earlier questions.
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

/** The index of the branching that a message belongs to; -1 if it comes before the first one. */
const placeOf = (branchings: readonly Branching[], id: MessageId | null): number =>
  id === null ? -1 : branchings.findLastIndex((branching) => branching.id <= id);
