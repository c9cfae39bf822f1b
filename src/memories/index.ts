export { createMemories, createMemoryRoutes, type MemoryDeps } from './memories.js';
export { DAYS_TO_CONFIRM, MAX_MEMORIES_OF_USER, type Remember } from './remember.js';
export { createMemoryRepository, type MemoryRepository } from './repository.js';
export { MemoryRecord } from './schema.js';
export type { SearchMemories } from './search.js';
export { createSupersedeContradicted, type SupersedeContradicted } from './supersede.js';
