import { api, bodyOf, type Usage } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { readReadiness } from '../api/readiness.js';
import { useWords } from '../i18n/index.js';
import { useProblemText } from '../ui/states.js';
import { Card } from './card.js';
import styles from './home.module.css';

const FEW = 5;
const REMEMBERED = { remembers: true };

/** The newest feedback that nobody has looked at. */
export const OpenFeedback = () => {
  const { t, format } = useWords();
  const feedback = useResource(
    'home/feedback',
    async (signal) => {
      const query = { resolved: 'false', limit: FEW } as const;
      return bodyOf(await api.GET('/v1/feedback', { params: { query }, signal })).items;
    },
    REMEMBERED,
  );
  return (
    <Card title={t.feedbackOpenTitle} href="/feedback" resource={feedback}>
      {(entries) =>
        entries.length === 0 ? (
          <p class={styles['text']}>{t.noOpenFeedback}</p>
        ) : (
          <ul class="lines said-of-answers">
            {entries.map(({ messageId, rating, question, comment, updatedAt }) => (
              <li key={messageId}>
                <span class={`badge ${rating === 'down' ? 'warn' : ''}`}>
                  {rating === 'down' ? t.notHelpful : t.helpful}
                </span>
                <span class="grow wrap">
                  <bdi>{comment ?? question ?? t.feedbackWithoutWords}</bdi>
                  <small class="summary">{format.minute(updatedAt)}</small>
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Card>
  );
};

/** The newest documents that could not be read, each with its reason. */
export const Failing = () => {
  const { t } = useWords();
  const text = useProblemText();
  const documents = useResource(
    'home/failing',
    async (signal) => {
      const query = { status: 'failed', limit: FEW } as const;
      return bodyOf(await api.GET('/v1/documents', { params: { query }, signal })).items;
    },
    REMEMBERED,
  );
  return (
    <Card title={t.failingDocuments} href="/d?status=failed" resource={documents}>
      {(failed) =>
        failed.length === 0 ? (
          <p class={styles['text']}>{t.noFailing}</p>
        ) : (
          <ul class="lines">
            {failed.map(({ id, title, error }) => (
              <li key={id}>
                <span class="grow wrap">
                  <a href={`/d/${id}`}>
                    <bdi>{title}</bdi>
                  </a>
                  {error !== null && (
                    <small class="summary">
                      {text({ code: error.code, detail: error.message })}
                    </small>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Card>
  );
};

/** How much of each quota is used. */
export const Quotas = () => {
  const { t, format } = useWords();
  const usage = useResource(
    'home/usage',
    async (signal) =>
      bodyOf(await api.GET('/v1/usage', { params: { query: { limit: 1 } }, signal })).now,
    REMEMBERED,
  );
  const rows = ({ documents, storageBytes, questionsPerDay, tokensPerMonth }: Usage['now']) =>
    [
      [t.navDocuments, documents, format.short],
      [t.storage, storageBytes, format.bytes],
      [t.questionsToday, questionsPerDay, format.short],
      [t.tokensThisMonth, tokensPerMonth, format.short],
    ] as const;
  return (
    <Card title={t.usageNow} href="/metrics/usage" resource={usage}>
      {(now) => (
        <div class={styles['bars']}>
          {rows(now).map(([name, { used, limit }, show]) => (
            <div key={name}>
              <span>
                {name} <small>{t.usageOf(show(used), show(limit))}</small>
              </span>
              <progress aria-label={name} max={Math.max(1, limit)} value={used} />
            </div>
          ))}
        </div>
      )}
    </Card>
  );
};

/** Whether each part of the server works. */
export const Health = () => {
  const { t } = useWords();
  const readiness = useResource('home/health', readReadiness, REMEMBERED);
  return (
    <Card title={t.systemHealth} resource={readiness}>
      {({ status, dependencies }) => (
        <ul class="lines">
          <li>
            <span class="grow">{t.readiness[status]}</span>
          </li>
          {Object.entries(dependencies).map(([name, state]) => (
            <li key={name}>
              <code class="grow">{name}</code>
              <span class={`badge ${state === 'up' ? '' : 'bad'}`}>{t.dependencyState[state]}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};
