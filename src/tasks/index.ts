export {
  createTaskScheduler,
  held,
  type IndexedUnder,
  type IndexProgress,
  type TaskRepository,
  type TaskScheduler,
} from './repository.js';
export {
  type ClaimedTask,
  type DueTask,
  IngestionTask,
  type Lease,
  MAX_LOST_LEASES,
  MAX_TRIES,
} from './task.js';
