import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export type Line = { name: string; values: readonly (number | null)[] };

const HEIGHT = 260;
/** Told apart in light and dark, and by dashes where colours are not seen. */
const STROKES = [
  ['#0b8a7c', []],
  ['#c2601a', [8, 4]],
  ['#6a6fd0', [2, 3]],
  ['#b0433f', [12, 3, 2, 3]],
  ['#6f7a2a', [5, 5]],
] as const;

type Drawing = {
  times: readonly string[];
  lines: readonly Line[];
  /** From where to where, whenever something ran. */
  range: { from: string; to: string };
};

/** Draws lines over time as wide as the element is; the function that comes back takes them away. */
export const drawLines = (element: HTMLElement, { times, lines, range }: Drawing): (() => void) => {
  const ink = getComputedStyle(element).color;
  const axis = { stroke: ink, grid: { stroke: '#8884', width: 1 }, ticks: { stroke: '#8884' } };
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      axes: [axis, { ...axis, size: 64 }],
      scales: {
        x: { range: [toSeconds(range.from), toSeconds(range.to)] },
        y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] },
      },
      series: [
        {},
        ...lines.map(({ name }, at) => {
          const [stroke, dash] = STROKES[at % STROKES.length] ?? ['#888', []];
          return { label: name, stroke, dash: [...dash], width: 2, spanGaps: true };
        }),
      ],
    },
    [times.map(toSeconds), ...lines.map(({ values }) => [...values])],
    element,
  );
  const watcher = new ResizeObserver(() => {
    plot.setSize({ width: element.clientWidth, height: HEIGHT });
  });
  watcher.observe(element);
  return () => {
    watcher.disconnect();
    plot.destroy();
  };
};

const toSeconds = (time: string): number => Date.parse(time) / 1000;
