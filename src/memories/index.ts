export { holdsQuote } from './holds-quote.js';
export { MemoryRecord } from './memory.js';
export { type Remember } from './remember.js';
export { type MemoryRepository, createMemoryRepository } from './repository.js';
export { type MemoryDeps, createMemoryRoutes } from './routes.js';
export { type SearchMemories } from './search-memories.js';
export {
  type SupersedeContradicted,
  createSupersedeContradicted,
} from './supersede-contradicted.js';
export { MAX_MEMORIES_OF_USER } from './remember.js';
export { createMemories } from './memories.js';
