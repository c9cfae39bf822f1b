import type { KnownDocument } from '../library.js';
import type { Ledger } from '../ledger.js';
import type { Tenant } from '../people.js';
import type { System } from '../system.js';
import { readVectors, type StoredVectors } from './vectors.js';

export type DocumentRow = {
  id: string;
  tenant_id: string;
  title: string;
  status: string;
  error_code: string | null;
  version: number;
  chunk_count: number;
  replacement: string | null;
  replacement_error: string | null;
  task: string | null;
  text: string | null;
  chunk_rows: number;
};
type MemoryRow = { id: string; embedded: boolean; task: string | null };

/** When which codes of failure are the doing of a fault. */
export type Excuse = {
  fromMs: number;
  toMs: number;
  codes: readonly string[];
  /** When vectors are to be whole again. */
  repairedAtMs: number;
};

/** Everything the promises are checked against, read once the system is at rest. */
export type Evidence = {
  ledger: Ledger;
  library: readonly KnownDocument[];
  tenants: readonly Tenant[];
  documents: ReadonlyMap<string, DocumentRow>;
  memories: ReadonlyMap<string, MemoryRow>;
  answered: ReadonlySet<string>;
  executions: ReadonlyMap<string, string>;
  stuck: readonly { subject_id: string; state: string; action: string }[];
  vectors: StoredVectors;
  excuses: readonly Excuse[];
};

const DOCUMENTS = `
  SELECT d.id, d.tenant_id, d.title, d.status, d.error_code, d.version, d.chunk_count, v.text,
    r.status AS replacement, r.error_code AS replacement_error, t.state AS task,
    (SELECT count(*)::int FROM chunks c WHERE c.tenant_id = d.tenant_id AND c.document_id = d.id AND c.version = d.version) AS chunk_rows
  FROM documents d
  LEFT JOIN document_versions v ON v.tenant_id = d.tenant_id AND v.document_id = d.id AND v.version = d.version
  LEFT JOIN document_versions r ON r.tenant_id = d.tenant_id AND r.document_id = d.id AND r.version = d.latest_version AND d.latest_version > d.version
  LEFT JOIN ingestion_tasks t ON t.tenant_id = d.tenant_id AND t.subject_id = d.id`;

const MEMORIES = `
  SELECT m.id, m.embedded, t.state AS task FROM memories m
  LEFT JOIN ingestion_tasks t ON t.tenant_id = m.tenant_id AND t.subject_id = m.id`;

/** Neither done nor failed. */
const STUCK = `
  SELECT subject_id, state, action FROM ingestion_tasks
  WHERE state IN ('due', 'queued', 'running')`;

/** True when nothing is left to do, not even to verify once more. */
export const isAtRest = async ({ sql }: Pick<System, 'sql'>): Promise<boolean> => {
  const left = [
    await sql(STUCK),
    await sql(`SELECT FROM documents WHERE status = 'deleting'`),
    await sql(
      `SELECT FROM ingestion_tasks WHERE state = 'done' AND due_at < now() + interval '1 hour'`,
    ),
  ];
  return left.every((rows) => rows.length === 0);
};

export const collectEvidence = async (
  system: Pick<System, 'sql' | 'qdrant' | 'dataDir'>,
  known: Pick<Evidence, 'ledger' | 'library' | 'tenants' | 'excuses'>,
): Promise<Evidence> => {
  const { sql } = system;
  const documents = await sql<DocumentRow>(DOCUMENTS);
  const memories = await sql<MemoryRow>(MEMORIES);
  const messages = await sql<{ id: string }>(`SELECT id FROM messages WHERE role = 'assistant'`);
  const executions = await sql<{ id: string; status: string }>('SELECT id, status FROM executions');
  return {
    ...known,
    documents: new Map(documents.map((row) => [row.id, row])),
    memories: new Map(memories.map((row) => [row.id, row])),
    answered: new Set(messages.map(({ id }) => id)),
    executions: new Map(executions.map(({ id, status }) => [id, status])),
    stuck: await sql(STUCK),
    vectors: await readVectors(system),
  };
};
