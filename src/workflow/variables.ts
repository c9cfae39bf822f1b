/** The ways of asking a model for a decision, as named in the settings. */
export const DECISION_PROTOCOL_NAMES = ['structured', 'tools', 'react'] as const;

export type DecisionProtocolName = (typeof DECISION_PROTOCOL_NAMES)[number];
