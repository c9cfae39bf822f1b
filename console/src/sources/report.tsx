import type { SourceReport } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { Icon } from '../ui/icon.js';
import styles from './sources.module.css';

/** What a source may list and read, and what it lacks, as a test has found. */
export const Report = ({ report }: { report: SourceReport }) => {
  const { t } = useWords();
  const { canRun, checks, sample } = report;
  const good = sample.length === 0 ? t.testGoodEmpty : t.testGood;
  return (
    <section class="card foot" role="status" aria-label={t.testConnection}>
      <ul class={`plain ${styles['checks']}`}>
        {checks.map((check) => (
          <CheckLine key={check.name} check={check} />
        ))}
      </ul>
      <p>{canRun ? good : t.testBad}</p>
      {sample.length > 0 && (
        <ul class="notes">
          {sample.map((path) => (
            <li key={path} class="wrap">
              <bdi>{path}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

/** Checks that kinds make of their own places. */
const PLACES = new Set([
  'read the folder',
  'list the folder',
  'list the bucket',
  'read the first page',
  'find the branch',
  'settings',
]);

const CheckLine = ({ check }: { check: SourceReport['checks'][number] }) => {
  const { t } = useWords();
  const { name, ok, message, missing = [] } = check;
  const names: Readonly<Record<string, string>> = t.sourceCheck;
  return (
    <li class={ok ? styles['good'] : styles['bad']}>
      <Icon name={ok ? 'check' : 'warn'} />
      <span class="wrap">
        {names[PLACES.has(name) ? 'place' : name] ?? name}
        <span class="unseen">: {ok ? t.checkGood : t.checkBad}</span>
        {!ok && <small class="why"> {message}</small>}
        {missing.length > 0 && <small class="why"> {t.missingScopes(missing.join(', '))}</small>}
      </span>
    </li>
  );
};
