import type { TurnEvent } from '../../src/workflow/turn.js';

/** Somebody who reads a turn's events as they come. */
export const listen = () => {
  const events: TurnEvent[] = [];
  return {
    emit: (event: TurnEvent) => void events.push(event),
    events,
    deltas: () => events.flatMap((event) => (event.type === 'delta' ? [event.text] : [])),
  };
};
