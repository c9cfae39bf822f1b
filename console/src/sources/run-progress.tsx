import type { Source } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import styles from './sources.module.css';

/** The progress of a current run. */
export const RunProgress = ({ source: { lastRun, items } }: { source: Source }) => {
  const { t, format } = useWords();
  if (lastRun?.state !== 'running') return null;
  const { listed, listedAt, counts } = lastRun;
  const { added, changed, unchanged, restored, failed } = counts;
  const done = added + changed + unchanged + restored + failed;
  const total = done + items.pending;
  const words =
    listedAt === null
      ? t.listing(format.number(listed))
      : t.readingFiles(format.number(done), format.number(total));
  return (
    <div class={styles['progress']}>
      <small role="status">{words}</small>
      {listedAt !== null && total > 0 && <progress value={done} max={total} aria-label={words} />}
    </div>
  );
};
