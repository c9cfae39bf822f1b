import { useLocation } from 'preact-iso';
import { api, bodyOf, type Me, type Usage } from '../api/client.js';
import { usePages } from '../api/use-pages.js';
import { useWords } from '../i18n/index.js';
import { Figures } from '../receipt/strip.js';
import { Listing } from '../ui/listing.js';
import { FigureTable } from './figure-table.js';
import { FiguresPage } from './figures-page.js';
import { QueryForm } from './query-form.js';

/** Shows the usage of a range of days, of the last 30 at first, by day and user, and how much of each quota is used now. */
export const UsageScreen = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { query } = useLocation();
  const { from, to } = query;
  const days = { ...(from && { from }), ...(to && { to }) };
  const pages = usePages(
    `usage/${JSON.stringify(days)}`,
    async ({ params, ...page }) =>
      bodyOf(
        await api.GET('/v1/usage', { ...page, params: { query: { ...params.query, ...days } } }),
      ),
    { keepsOld: true },
  );
  return (
    <FiguresPage me={me}>
      <QueryForm days={['from', 'to']} />
      {pages.first !== null && <Totals usage={pages.first} />}
      <Listing pages={pages} empty={{ title: t.usageNone }}>
        {(days) => <Days days={days} />}
      </Listing>
    </FiguresPage>
  );
};

const Totals = ({ usage: { now, totals } }: { usage: Usage }) => {
  const { t, format } = useWords();
  const { documents, storageBytes, questionsPerDay, tokensPerMonth } = now;
  const of = ({ used, limit }: { used: number; limit: number }) =>
    t.usageOf(format.number(used), format.short(limit));
  return (
    <>
      <section aria-label={t.usageNow}>
        <h2>{t.usageNow}</h2>
        <Figures
          figures={[
            [t.navDocuments, of(documents)],
            [
              t.storage,
              t.usageOf(format.bytes(storageBytes.used), format.bytes(storageBytes.limit)),
            ],
            [t.questionsToday, of(questionsPerDay)],
            [t.tokensThisMonth, of(tokensPerMonth)],
          ]}
        />
      </section>
      <section aria-label={t.usageTotals}>
        <h2>{t.usageTotals}</h2>
        <Figures
          figures={[
            [t.questions, format.number(totals.questions)],
            [t.searches, format.number(totals.searches)],
            [t.uploadsCount, format.number(totals.documents)],
            [t.tokens, format.number(totals.promptTokens + totals.completionTokens)],
            [t.cost, totals.costUsd === null ? t.costUnknown : format.usd(totals.costUsd)],
          ]}
        />
      </section>
    </>
  );
};

const Days = ({ days }: { days: readonly Usage['items'][number][] }) => {
  const { t, format } = useWords();
  return (
    <FigureTable
      title={t.metricsUsage}
      words={2}
      columns={[
        t.usageDay,
        t.usageUser,
        t.questions,
        t.searches,
        t.uploadsCount,
        t.tokens,
        t.cost,
        t.feedbackUpDown,
      ]}
      rows={days.map((day) => [
        format.day(day.day),
        toName(day) ?? t.usageGone,
        ...[day.questions, day.searches, day.documents].map(format.number),
        format.number(day.promptTokens + day.completionTokens),
        day.costUsd === null ? '–' : format.usd(day.costUsd),
        `${day.feedbackUp} / ${day.feedbackDown}`,
      ])}
    />
  );
};

/** The address of a person; for an application the name of its key, and behind it the label for which it asked. */
const toName = ({ email, application }: Usage['items'][number]): string | null =>
  application === null
    ? email
    : [application.keyName, application.label].filter((part) => part !== null).join(' / ');
