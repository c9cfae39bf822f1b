import type { ChatAnswer, TurnEvent, UnstoredAnswer } from '../workflow/index.js';

type Emit = (event: TurnEvent) => Promise<void>;

/**
 * OpenAI clients can only add text: corrections to a streamed text follow as a last paragraph, and the answer is then the text as shown,
 * with the verdicts at its positions.
 */
export const createShownCorrections = (emit: Emit) => {
  let text = '';
  let isCorrected = false;
  let verdicts: Extract<TurnEvent, { type: 'verdicts' }>['verdicts'] = [];
  const say = (piece: string): Promise<void> => {
    text += piece;
    return emit({ type: 'delta', text: piece });
  };
  return {
    emit: async (event: TurnEvent): Promise<void> => {
      if (event.type === 'verdicts') verdicts = event.verdicts;
      if (event.type === 'delta') await say(event.text);
      else if (event.type === 'correction') {
        isCorrected = true;
        await say(`\n\n${event.notice}`);
      } else await emit(event);
    },
    toShown: <Answer extends ChatAnswer | UnstoredAnswer>(answer: Answer): Answer =>
      isCorrected ? { ...answer, answer: text, statements: [...verdicts] } : answer,
  };
};
