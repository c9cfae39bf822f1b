export {
  type ClaimedTask,
  IngestionTask,
  type Lease,
  MAX_LOST_LEASES,
  MAX_TRIES,
  type TaskOutcome,
} from './ingestion-task.js';
export { held } from './lease.js';
export { type ReindexingRepository, createReindexingRepository } from './reindexing.js';
export { type TaskScheduler, createTaskScheduler } from './task-scheduler.js';
export { type TaskRepository, createTaskRepository } from './tasks.js';
