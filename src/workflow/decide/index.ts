import type { DecisionProtocol } from './protocol.js';
import { react } from './react.js';
import { structured } from './structured.js';
import { tools } from './tools.js';
import type { DecisionProtocolName } from '../variables.js';

/** All decision protocols, one line per file. */
export const DECISION_PROTOCOLS = { structured, tools, react } satisfies Record<
  DecisionProtocolName,
  DecisionProtocol
>;

export type { DecisionProtocolName } from '../variables.js';
