import styles from './home.module.css';

type Props = {
  /** One for each day; null leaves a gap, which the line crosses. */
  values: readonly (number | null)[];
  name: string;
};

const WIDTH = 120;
const HEIGHT = 28;

/** A line without axes, for the shape of a figure over time; with fewer than two values there is none. */
export const Sparkline = ({ values, name }: Props) => {
  const points = toPoints(values);
  if (points.length < 2) return <span class={styles['line']} />;
  return (
    <svg
      class={styles['line']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={name}
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linejoin="round"
        vector-effect="non-scaling-stroke"
      />
    </svg>
  );
};

const toPoints = (values: readonly (number | null)[]): string[] => {
  const most = Math.max(0, ...values.map((value) => value ?? 0)) || 1;
  const step = WIDTH / Math.max(1, values.length - 1);
  return values.flatMap((value, at) =>
    value === null
      ? []
      : [`${(at * step).toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`],
  );
};
