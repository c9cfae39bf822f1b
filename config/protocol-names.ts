import { DECISION_PROTOCOLS } from '../src/workflow/index.js';

/** How an endpoint is asked for decisions; `auto` finds out what it accepts. */
export const PROTOCOL_NAMES = ['auto', ...Object.keys(DECISION_PROTOCOLS)];
