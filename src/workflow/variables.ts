/** The ways to ask a model for a decision, as the settings name them. */
export const DECISION_PROTOCOL_NAMES = ['structured', 'tools', 'react'] as const;

export type DecisionProtocolName = (typeof DECISION_PROTOCOL_NAMES)[number];
