import { useLocation } from 'preact-iso';
import { api, bodyOf, type FeedbackEntry, type Me } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { Icon } from '../ui/icon.js';
import { Listing } from '../ui/listing.js';
import { Shell } from '../ui/shell.js';

const RATINGS = ['down', 'up'] as const;
type Rating = (typeof RATINGS)[number];

/** What people think of answers, the newest answer first; words only of those who share them. */
export const FeedbackScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { query, route } = useLocation();
  const rating = RATINGS.find((one) => one === query['rating']) ?? null;
  const pages = usePages(
    `feedback/${rating}`,
    async ({ params, ...page }) =>
      bodyOf(
        await api.GET('/v1/feedback', {
          ...page,
          params: { query: { ...params.query, ...(rating !== null && { rating }) } },
        }),
      ),
    { remembers: true },
  );
  const names: Record<Rating, string> = { down: t.notHelpful, up: t.helpful };
  return (
    <Shell me={me} title={t.navFeedback}>
      <div class="bar">
        <h1 class="grow">{t.navFeedback}</h1>
        <select
          aria-label={t.feedbackRating}
          value={rating ?? ''}
          onChange={({ currentTarget: { value } }) =>
            route(value === '' ? '/feedback' : `/feedback?rating=${value}`, true)
          }
        >
          <option value="">{t.anyRating}</option>
          {RATINGS.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </select>
      </div>
      <div class="wide">
        <Listing pages={pages} empty={{ title: t.noFeedback, text: t.noFeedbackText }}>
          {(entries) => (
            <div class="card">
              <ul class="lines said-of-answers">
                {entries.map((entry) => (
                  <Entry key={entry.messageId} entry={entry} name={names[entry.rating]} />
                ))}
              </ul>
            </div>
          )}
        </Listing>
      </div>
    </Shell>
  );
};

const Entry = ({ entry, name }: { entry: FeedbackEntry; name: string }) => {
  const { t, format } = useWords();
  const { rating, comment, question, answer, executionId, updatedAt } = entry;
  return (
    <li>
      <span class={`badge ${rating === 'down' ? 'warn' : ''}`}>
        <Icon name={rating === 'down' ? 'bad' : 'good'} /> {name}
      </span>
      <div class="grow wrap">
        {question === null ? (
          <p class="muted">{t.feedbackWithoutWords}</p>
        ) : (
          <p dir="auto">
            <b>{question}</b>
          </p>
        )}
        {comment !== null && <p dir="auto">{comment}</p>}
        {answer !== null && (
          <details>
            <summary>{t.answer}</summary>
            <p class="text" dir="auto">
              {answer}
            </p>
          </details>
        )}
        <small>
          {format.minute(updatedAt)} · <a href={`/e/${executionId}`}>{t.receiptOpen}</a>
        </small>
      </div>
    </li>
  );
};
