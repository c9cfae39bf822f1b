import { CLIENT_FAULTS } from './clients.js';
import { CONTENT_FAULTS } from './content.js';
import type { Fault } from './fault.js';
import { MODEL_FAULTS } from './models.js';
import { PARSER_FAULTS } from './parsers.js';
import { POSTGRES_FAULTS } from './postgres.js';
import { PROCESS_FAULTS } from './processes.js';
import { QDRANT_FAULTS } from './qdrant.js';
import { QUEUE_FAULTS } from './queue.js';
import { VECTOR_FAULTS } from './vectors.js';

export const FAULTS: readonly Fault[] = [
  ...PROCESS_FAULTS,
  ...PARSER_FAULTS,
  ...POSTGRES_FAULTS,
  ...QUEUE_FAULTS,
  ...QDRANT_FAULTS,
  ...VECTOR_FAULTS,
  ...MODEL_FAULTS,
  ...CLIENT_FAULTS,
  ...CONTENT_FAULTS,
];
