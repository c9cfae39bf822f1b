import type { DocumentStatus } from '../documents/document.js';
import type { NodeName } from '../conversations/execution.js';
import type { TenantId } from '../shared/ids.js';
import type { IngestionTask, SubjectKind, TaskAction } from './ingestion-task.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { TenantRecord, TenantStatus } from '../tenancy/tenant.js';
import type { ReindexingRepository } from './reindexing-port.js';

export type TenantRepository = {
  /** `conflict` when the slug is taken. */
  create(tenant: { id: TenantId; slug: string }): Promise<TenantRecord>;
  find(id: TenantId): Promise<TenantRecord | null>;
  findBySlug(slug: string): Promise<TenantRecord | null>;
  list(page: PageRequest): Promise<Page<TenantRecord>>;
  setStatus(id: TenantId, status: TenantStatus): Promise<TenantRecord>;
  /** Removes a `deleting` tenant with its settings; false as long as documents, users or tasks of it are left. Its audit entries and usage stay. */
  remove(id: TenantId): Promise<boolean>;
};

/** `done` (with the fingerprint it was indexed under), `failed`, or due again after `delayMs` with or without counting a failure. */
export type TaskOutcome =
  | { state: 'done'; fingerprint: string; verifyAgainMs: number | null }
  | { state: 'failed' }
  | { state: 'due'; delayMs: number; countFailure: boolean };

/** Inside a scoped transaction, so that a row and its task are one commit. */
export type TaskScheduler = {
  /** One task per subject: scheduling again raises the epoch, so work of the old one is refused. */
  schedule(task: {
    subjectKind: SubjectKind;
    subjectId: string;
    version: number;
    action: TaskAction;
  }): Promise<void>;
  /** As in TaskRepository, in the same commit as the subject's own end state. */
  settle(lease: { taskId: string; epoch: number }, outcome: TaskOutcome): Promise<boolean>;
  remove(lease: { taskId: string; epoch: number }): Promise<boolean>;
};

export type ClaimedTask = IngestionTask & {
  leaseExpiresAt: Date;
  /** What the subject was last indexed under; null before the first time. Equal to today's: only verification is left. */
  fingerprint: string | null;
  /** How often a worker died or stalled over this task: no failure of the task, but at MAX_LOST_LEASES it ends as `worker_lost`. */
  lostLeases: number;
};

/** `isFull`: with these as many are in flight as may be. */
export type TakenTasks = { tasks: IngestionTask[]; isFull: boolean };

export type TaskRepository = {
  /**
   * Takes due rows (or rows whose lease ran out) until `maxInFlight` are queued or running under a live lease, round-robin over
   * tenants counting what each already has in flight, and marks them queued for `leaseMs`.
   */
  takeDue(options: { maxInFlight: number; leaseMs: number }): Promise<TakenTasks>;
  /** Claims a queued task for this worker: epoch + 1, running; null when another worker holds a live lease or nothing is to do. */
  claim(claim: {
    taskId: string;
    tenantId: TenantId;
    leaseMs: number;
  }): Promise<ClaimedTask | null>;
  /** False when the epoch moved on: stop working. */
  renew(lease: { taskId: string; epoch: number; leaseMs: number }): Promise<boolean>;
  settle(lease: { taskId: string; epoch: number }, outcome: TaskOutcome): Promise<boolean>;
  /** Removes a purge task that is done. */
  remove(lease: { taskId: string; epoch: number }): Promise<boolean>;
  /** Makes every done task of another fingerprint due again; returns how many. */
  requeueForFingerprint(fingerprint: string): Promise<number>;
  /** How far a re-index has come; null when nothing was indexed under another fingerprint. */
  reindexing(fingerprint: string): Promise<{ done: number; total: number } | null>;
  stats(): Promise<{ due: number; queued: number; running: number; oldestDueAgeSec: number }>;
  /** Documents of all tenants by status, told from their tasks: no row of a tenant is read. */
  documentCounts(): Promise<Record<DocumentStatus, number>>;
};

export type NodeMetrics = {
  node: NodeName;
  count: number;
  errors: number;
  timeouts: number;
  degraded: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  inputBytesP50: number;
  inputBytesP95: number;
  outputBytesP50: number;
  outputBytesP95: number;
  promptTokens: number;
  completionTokens: number;
  /** Of the runs whose cost is known, so a lower bound; null when that is none. */
  costUsd: number | null;
  /** Runs with a call of unknown price, which `costUsd` leaves out. */
  unpricedRuns: number;
};

export type PlatformRepositories = {
  tenants: TenantRepository;
  tasks: TaskRepository;
  reindexing: ReindexingRepository;
  /** Percentiles are computed in SQL; without a tenant over all of them. */
  nodeMetrics(range: { from: Date; to: Date; tenantId: TenantId | null }): Promise<NodeMetrics[]>;
};
