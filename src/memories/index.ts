export { holdsQuote } from './holds-quote.js';
export { createManageMemories } from './manage-memories.js';
export { MemoryRecord } from './memory.js';
export { MAX_MEMORIES_OF_USER, type Remember, createRemember } from './remember.js';
export { type MemoryRepository, createMemoryRepository } from './repository.js';
export { type MemoryDeps, createMemoryRoutes } from './routes.js';
export { type SearchMemories, createSearchMemories } from './search-memories.js';
export {
  type SupersedeContradicted,
  createSupersedeContradicted,
} from './supersede-contradicted.js';
