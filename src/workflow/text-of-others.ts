import { hasLookedUp, roundNumberOf, type Snapshot } from './state.js';

type Told = Pick<Snapshot, 'originalQuery' | 'history' | 'hasToldText' | 'evidence' | 'toolCalls'>;

/**
 * True if the prompt contains text written by others: found, remembered or returned by tools in this turn, repeated in an earlier answer,
 * or supplied by the caller. From then on the model may be following instructions in that text, so every rule about tools checks this.
 */
export const hasTextOfOthers = (state: Told): boolean => beginsWithIt(state) || hasLookedUp(state);

const beginsWithIt = ({ history, hasToldText }: Told): boolean =>
  hasToldText || history.some(({ role }) => role === 'assistant');

/** The user's message, and results that tools computed from arguments that the model wrote before it saw any text of others. */
export const ownTexts = (state: Told): readonly string[] => {
  const rounds = state.toolCalls
    .filter((call) => hasLookedUp({ evidence: [], toolCalls: [call] }))
    .map(({ id }) => roundNumberOf(id));
  const first = Math.min(...rounds);
  const calculated = state.evidence.flatMap((item) => {
    const isOwn = item.kind === 'tool' && item.origin === 'calculation';
    return isOwn && roundNumberOf(item.toolCallId) === first ? [item.text] : [];
  });
  return [state.originalQuery, ...(beginsWithIt(state) ? [] : calculated)];
};
