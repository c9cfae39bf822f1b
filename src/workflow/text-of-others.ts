import { hasLookedUp, roundNumberOf, type Snapshot } from './state.js';

type Told = Pick<Snapshot, 'originalQuery' | 'history' | 'hasToldText' | 'evidence' | 'toolCalls'>;

/**
 * True where the prompt holds text that others wrote: what was found, remembered or returned by tools in this turn, what an earlier answer
 * says of it, and what the caller brought along. From then on the model may be obeying that text, and every rule about tools asks this.
 */
export const hasTextOfOthers = (state: Told): boolean => beginsWithIt(state) || hasLookedUp(state);

const beginsWithIt = ({ history, hasToldText }: Told): boolean =>
  hasToldText || history.some(({ role }) => role === 'assistant');

/** The user's message, and what tools have worked out of arguments that were written before there was any text of others. */
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
