import { api, bodyOf, type AuditEntry } from '../api/client.js';
import { save } from '../api/download.js';
import { useWords } from '../i18n/index.js';
import { useAttempt } from '../ui/dialog.js';
import { ProblemLine } from '../ui/states.js';
import { toCsv, toJsonLines } from './audit-file.js';

type Which = { action?: string; actorEmail?: string; from?: string; to?: string };

const MOST_ENTRIES = 10_000;

/** The newest of the entries that are looked at, as a file. */
export const AuditDownloads = ({ which }: { which: Which }) => {
  const { t } = useWords();
  const { problem, attempt } = useAttempt({ onClose: () => undefined, onDone: () => undefined });
  const saveCsv = async () => {
    save(new Blob([toCsv(await loadAll(which))], { type: 'text/csv' }), 'audit.csv');
  };
  const saveLines = async () => {
    const lines = toJsonLines(await loadAll(which));
    save(new Blob([lines], { type: 'application/x-ndjson' }), 'audit.jsonl');
  };
  return (
    <div class="actions">
      <button onClick={() => void attempt(saveCsv)}>{t.auditCsv}</button>
      <button onClick={() => void attempt(saveLines)}>{t.auditLines}</button>
      <ProblemLine problem={problem} />
    </div>
  );
};

const loadAll = async (which: Which): Promise<AuditEntry[]> => {
  const entries: AuditEntry[] = [];
  let cursor: string | null = null;
  do {
    const query: Which & { limit: number; cursor?: string } = { ...which, limit: 100 };
    if (cursor !== null) query.cursor = cursor;
    const page: { items: AuditEntry[]; nextCursor: string | null } = bodyOf(
      await api.GET('/v1/audit', { params: { query } }),
    );
    entries.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && entries.length < MOST_ENTRIES);
  return entries;
};
