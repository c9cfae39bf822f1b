import type { DailyFigures } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { toSeries } from './days.js';
import { Sparkline } from './sparkline.js';
import styles from './home.module.css';

type Day = DailyFigures['days'][number];

type TileProps = {
  name: string;
  value: string;
  href: string;
  values: readonly (number | null)[];
};

type Props = { figures: DailyFigures; count: number; now: Date };

/** The figures of some weeks, each with its line over the days and a way to what is behind it. */
export const Tiles = ({ figures, count, now }: Props) => {
  const { t, format } = useWords();
  const { whole } = figures;
  const share = whole.questions === 0 ? '–' : format.percent(whole.answered / whole.questions);
  const counted = (figure: (day: Day) => number) =>
    toSeries(figures, figure, { count, now }).map((value) => value ?? 0);
  const known = (figure: (day: Day) => number | null) => toSeries(figures, figure, { count, now });
  const tiles: readonly TileProps[] = [
    {
      name: t.questions,
      value: format.number(whole.questions),
      href: '/metrics/usage',
      values: counted(({ questions }) => questions),
    },
    {
      name: t.answeredShare,
      value: share,
      href: '/metrics',
      values: known(({ answered, questions }) => answered / questions),
    },
    {
      name: t.notFoundCount,
      value: format.number(whole.notFound),
      href: '#unanswered',
      values: counted(({ notFound }) => notFound),
    },
    {
      name: t.notHelpful,
      value: format.number(whole.badMarks),
      href: '/feedback?rating=down',
      values: counted(({ badMarks }) => badMarks),
    },
    {
      name: t.cost,
      value: whole.costUsd === null ? t.costUnknown : format.usd(whole.costUsd),
      href: '/metrics/usage',
      values: counted(({ costUsd }) => costUsd ?? 0),
    },
    {
      name: t.timeOfTurn,
      value: whole.p95Ms === null ? '–' : format.ms(whole.p95Ms),
      href: '/metrics',
      values: known(({ p95Ms }) => p95Ms),
    },
    {
      name: t.peopleAsking,
      value: format.number(whole.people),
      href: '/people',
      values: counted(({ people }) => people),
    },
  ];
  return (
    <ul class={styles['tiles']}>
      {tiles.map((tile) => (
        <Tile key={tile.name} {...tile} />
      ))}
    </ul>
  );
};

const Tile = ({ name, value, href, values }: TileProps) => {
  const { t } = useWords();
  return (
    <li>
      <a href={href}>
        <small class="begins-large">{name}</small>
        <b>{value}</b>
        <Sparkline values={values} name={t.figurePerDay(name)} />
      </a>
    </li>
  );
};
