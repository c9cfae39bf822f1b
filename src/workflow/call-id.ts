/** Calls are named by us and never by the model: its ids may be missing, used twice, or mean something elsewhere. */
export const toCallId = (round: number, position: number): string =>
  `call_${round}_${position + 1}`;

/** The same for all calls of one round, and different for those of another. */
export const roundOf = (callId: string): string => callId.slice(0, callId.lastIndexOf('_'));
