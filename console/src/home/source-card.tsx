import { api, bodyOf, type Source } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { SourceState } from '../sources/source-state.js';
import { Card } from './card.js';
import styles from './home.module.css';

const MOST_SHOWN = 5;

/** The state of the sources, those that need somebody first. */
export const Sources = () => {
  const { t, format } = useWords();
  const sources = useResource(
    'home/sources',
    async (signal) =>
      bodyOf(await api.GET('/v1/sources', { params: { query: { limit: 100 } }, signal })).items,
    { remembers: true },
  );
  return (
    <Card title={t.navSources} href="/sources" resource={sources}>
      {(items) =>
        items.length === 0 ? (
          <p class={styles['text']}>{t.noSources}</p>
        ) : (
          <ul class="lines">
            {items
              .toSorted((one, other) => urgencyOf(other) - urgencyOf(one))
              .slice(0, MOST_SHOWN)
              .map((source) => (
                <li key={source.id}>
                  <span class="grow wrap">
                    <a href={`/sources/${source.id}`}>
                      <bdi>{source.name}</bdi>
                    </a>
                    <small class="summary">
                      {t.sourceDocuments}: {format.number(source.items.ready)}
                    </small>
                  </span>
                  <span class={styles['state']}>
                    <SourceState source={source} />
                  </span>
                </li>
              ))}
          </ul>
        )
      }
    </Card>
  );
};

const urgencyOf = ({ waiting, failures, pausedReason }: Source): number => {
  if (waiting !== null) return 3;
  if (failures > 0) return 2;
  return pausedReason === null ? 0 : 1;
};
