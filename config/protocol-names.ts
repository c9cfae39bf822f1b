import { DECISION_PROTOCOLS } from '../src/workflow/index.js';

/** The ways to ask an endpoint for decisions; `auto` finds out what it accepts. */
export const PROTOCOL_NAMES = ['auto', ...Object.keys(DECISION_PROTOCOLS)];
