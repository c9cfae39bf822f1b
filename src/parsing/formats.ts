import { createParserRegistry } from './parser-registry.js';
import { PARSERS } from './parsers/index.js';

/** Everything that the parsers declare, together. */
export const formats = createParserRegistry(PARSERS);
