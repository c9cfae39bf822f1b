import { DECISION_PROTOCOL_NAMES } from '../src/workflow/variables.js';

/** The ways to ask an endpoint for decisions; `auto` finds out what it accepts. */
export const PROTOCOL_NAMES = ['auto', ...DECISION_PROTOCOL_NAMES];
