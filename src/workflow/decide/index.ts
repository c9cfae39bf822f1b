import type { DecisionProtocol } from './protocol.js';
import { react } from './react.js';
import { structured } from './structured.js';
import { tools } from './tools.js';

/** Every way to ask for a decision: one line per file. */
export const DECISION_PROTOCOLS = { structured, tools, react } satisfies Record<
  string,
  DecisionProtocol
>;

export type DecisionProtocolName = keyof typeof DECISION_PROTOCOLS;
