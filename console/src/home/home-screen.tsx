import { useState } from 'preact/hooks';
import { api, bodyOf, type Me } from '../api/client.js';
import { useReloadOnReturn, useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Shell } from '../ui/shell.js';
import { Failed, Loading } from '../ui/states.js';
import { Failing, Health, OpenFeedback, Quotas } from './cards.js';
import { toRange } from './days.js';
import { Sources } from './source-card.js';
import { Tiles } from './tiles.js';
import { UnansweredQuestions } from './unanswered.js';

const DAYS = [7, 30, 90] as const;

/** The overview of the administration: figures, and what needs attention. */
export const HomeScreen = ({ me }: { me: Me }) => {
  const { t, format } = useWords();
  const [count, setCount] = useState<number>(30);
  const figures = useResource(
    `home/${count}`,
    async (signal) => {
      const now = new Date();
      const query = toRange({ count, now });
      const options = { params: { query }, signal };
      const [days, unanswered] = await Promise.all([
        api.GET('/v1/metrics/days', options),
        api.GET('/v1/metrics/unanswered', options),
      ]);
      return { now, count, days: bodyOf(days), unanswered: bodyOf(unanswered) };
    },
    { keepsOld: true, remembers: true },
  );
  useReloadOnReturn(figures.reload);
  const { value, problem, reload } = figures;
  return (
    <Shell me={me} title={t.navOverview}>
      <div class="bar">
        <h1 class="grow">{t.navOverview}</h1>
        <select
          aria-label={t.timeRange}
          value={count}
          onChange={({ currentTarget }) => setCount(Number(currentTarget.value))}
        >
          {DAYS.map((one) => (
            <option key={one} value={one}>
              {format.days(one)}
            </option>
          ))}
        </select>
      </div>
      <div class="wide">
        {problem !== null && <Failed problem={problem} retry={reload} />}
        {value === null && problem === null && <Loading />}
        {value !== null && <Tiles figures={value.days} count={value.count} now={value.now} />}
        <div class="side-by-side">
          {value !== null && <UnansweredQuestions found={value.unanswered} onChange={reload} />}
          <OpenFeedback />
          <Failing />
          <Sources />
          <Quotas />
          <Health />
        </div>
      </div>
    </Shell>
  );
};
