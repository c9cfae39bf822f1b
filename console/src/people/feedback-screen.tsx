import { useLocation } from 'preact-iso';
import { api, bodyOf, type FeedbackEntry, type Me } from '../api/client.js';
import { usePages, type PageRequest } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { useAttempt } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { Listing } from '../ui/listing.js';
import { Shell } from '../ui/shell.js';
import { ProblemLine } from '../ui/states.js';
import type { paths } from '../../generated/api.js';

const RATINGS = ['down', 'up'] as const;
type Rating = (typeof RATINGS)[number];

/** What an admin has still to look at comes first. */
const STATES = ['open', 'resolved', 'all'] as const;

/** What people think of answers, the newest answer first; words only of those who share them. */
export const FeedbackScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { query } = useLocation();
  const rating = RATINGS.find((one) => one === query['rating']) ?? null;
  const state = STATES.find((one) => one === query['state']) ?? 'open';
  const pages = usePages(
    `feedback/${rating}/${state}`,
    async ({ params, ...page }) =>
      bodyOf(
        await api.GET('/v1/feedback', {
          ...page,
          params: { query: toQuery(params.query, { rating, state }) },
        }),
      ),
    { remembers: true, keepsOld: true },
  );
  const names: Record<Rating, string> = { down: t.notHelpful, up: t.helpful };
  return (
    <Shell me={me} title={t.navFeedback}>
      <div class="bar">
        <h1 class="grow">{t.navFeedback}</h1>
        <Filters {...{ rating, state, names }} />
      </div>
      <div class="wide">
        <Listing
          pages={pages}
          empty={{
            title: state === 'open' ? t.noOpenFeedback : t.noFeedback,
            text: t.noFeedbackText,
          }}
        >
          {(entries) => (
            <div class="card">
              <ul class="lines said-of-answers">
                {entries.map((entry) => (
                  <Entry
                    key={entry.messageId}
                    entry={entry}
                    name={names[entry.rating]}
                    onChange={pages.reload}
                  />
                ))}
              </ul>
            </div>
          )}
        </Listing>
      </div>
    </Shell>
  );
};

type FiltersProps = Which & { names: Record<Rating, string> };

const Filters = ({ rating, state, names }: FiltersProps) => {
  const { t } = useWords();
  const { route } = useLocation();
  const show = (chosen: { rating: string; state: string }) => {
    const which = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''));
    route(`/feedback?${which.toString()}`, true);
  };
  const states = { open: t.feedbackOpen, resolved: t.feedbackResolved, all: t.feedbackEvery };
  return (
    <>
      <select
        aria-label={t.feedbackState}
        value={state}
        onChange={({ currentTarget: { value } }) => show({ rating: rating ?? '', state: value })}
      >
        {STATES.map((one) => (
          <option key={one} value={one}>
            {states[one]}
          </option>
        ))}
      </select>
      <select
        aria-label={t.feedbackRating}
        value={rating ?? ''}
        onChange={({ currentTarget: { value } }) => show({ rating: value, state })}
      >
        <option value="">{t.anyRating}</option>
        {RATINGS.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </>
  );
};

type FeedbackQuery = paths['/v1/feedback']['get']['parameters']['query'];

type Which = { rating: Rating | null; state: (typeof STATES)[number] };

const toQuery = (page: PageRequest['params']['query'], { rating, state }: Which) => {
  const resolved = { open: 'false', resolved: 'true', all: null } as const;
  const query: NonNullable<FeedbackQuery> = { ...page };
  if (rating !== null) query.rating = rating;
  const wanted = resolved[state];
  if (wanted !== null) query.resolved = wanted;
  return query;
};

type EntryProps = { entry: FeedbackEntry; name: string; onChange: () => void };

const Entry = ({ entry, name, onChange }: EntryProps) => {
  const { t, format } = useWords();
  const { rating, comment, question, answer, executionId, updatedAt, messageId } = entry;
  const isResolved = entry.resolvedAt !== null;
  const { problem, attempt } = useAttempt({ onClose: () => undefined, onDone: onChange });
  const resolve = () =>
    api.PATCH('/v1/feedback/{id}', {
      params: { path: { id: messageId } },
      body: { resolved: !isResolved },
    });
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
        <ProblemLine problem={problem} />
      </div>
      <button onClick={() => void attempt(resolve)}>
        {isResolved ? t.feedbackReopen : t.feedbackResolve}
      </button>
    </li>
  );
};
