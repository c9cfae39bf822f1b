import { attribute } from '../office-xml.js';
import type { Block } from '../parsed-document.js';
import { oneLine } from '../parser.js';
import { tableBlock } from '../table-blocks.js';
import { formatNumber } from './cell-format.js';
import { findAll, findPath, readXmlTree, type XmlNode } from './xml-tree.js';

/** A chart as its title and a table with a column for each series. `isEmpty` if the file contains none of the values it shows. */
export const readChart = (xml: string, page?: number): { blocks: Block[]; isEmpty: boolean } => {
  const chart = readXmlTree(xml);
  const series = chart === undefined ? [] : [...seriesOf(chart), ...extendedSeriesOf(chart)];
  const isEmpty = series.every(({ values }) => values.size === 0);
  const title = chart && titleOf(findPath(chart, 'chart'));
  const blocks: Block[] = title
    ? [{ text: title, kind: 'paragraph', ...(page !== undefined && { page }) }]
    : [];
  if (!isEmpty) blocks.push(...tableBlock(toRows(series, axisTitle(chart)), page));
  return { blocks, isEmpty };
};

type Points = Map<number, string>;
type Series = { name: string; categories: Points; values: Points };

const seriesOf = (chart: XmlNode): Series[] =>
  findAll(chart, 'ser').map((series) => {
    const child = (name: string): XmlNode | undefined =>
      series.children.find((node) => node.name === name);
    return {
      name: nameOf(child('tx')),
      categories: pointsOf(child('cat') ?? child('xVal')),
      values: pointsOf(child('val') ?? child('yVal')),
    };
  });

const nameOf = (text: XmlNode | undefined): string =>
  text === undefined ? '' : ([...pointsOf(text).values()][0] ?? textOf(text));

/** Values come from a cache of what the sheet contained, and levels of categories are nested. */
const pointsOf = (data: XmlNode | undefined): Points => {
  if (data === undefined) return new Map();
  const code = findAll(data, 'formatCode')[0]?.text ?? 'General';
  const levels = findAll(data, 'lvl');
  if (levels.length > 1) return joinLevels(levels.map((level) => pointsIn(level, code)));
  return pointsIn(data, code);
};

const pointsIn = (data: XmlNode, code: string): Points =>
  new Map(
    findAll(data, 'pt').map((point) => {
      const value = findPath(point, 'v')?.text ?? point.text;
      const number = Number(value);
      const isNumber = data.name !== 'lvl' && value.trim() !== '' && Number.isFinite(number);
      const isShownAsNumber = isNumber && code !== 'General';
      const format = attribute(point.attributes, 'formatCode') ?? code;
      return [
        Number(attribute(point.attributes, 'idx') ?? 0),
        oneLine(
          isShownAsNumber ? formatNumber(number, { code: format, is1904: false }) : plain(value),
        ),
      ];
    }),
  );

const LONG_FRACTION = /^-?\d+\.\d{9,}$/u;

/** A number without the extra digits from binary fractions. */
const plain = (value: string): string =>
  LONG_FRACTION.test(value) ? String(Number(Number(value).toPrecision(12))) : value;

/** The innermost level comes first and has every category; the levels around it name only the first of each group. */
const joinLevels = ([inner = new Map(), ...outer]: readonly Points[]): Points => {
  const shown = outer.map((level) => {
    let name = '';
    return new Map([...inner.keys()].map((at) => [at, (name = level.get(at) ?? name)]));
  });
  return new Map(
    [...inner].map(([at, name]) => [
      at,
      [...shown.map((level) => level.get(at) ?? '').reverse(), name]
        .filter((part) => part !== '')
        .join(' – '),
    ]),
  );
};

/** The newer kinds of charts (treemaps, waterfalls) store their data outside their series. */
const extendedSeriesOf = (chart: XmlNode): Series[] => {
  const names = findAll(chart, 'series').map((series) => {
    const text = series.children.find(({ name }) => name === 'tx');
    return text === undefined ? '' : oneLine(textOf(text));
  });
  return findAll(chart, 'data')
    .filter((data) => findAll(data, 'numDim').length > 0)
    .map((data, at) => ({
      name: names[at] ?? '',
      categories: pointsOf(findAll(data, 'strDim')[0]),
      values: pointsOf(findAll(data, 'numDim')[0]),
    }));
};

const toRows = (series: readonly Series[], corner: string): string[][] => {
  const header = [corner, ...series.map(({ name }) => name)];
  const isShared = series.every(({ categories }) => isSame(categories, series[0]?.categories));
  if (isShared) {
    const places = new Set(series.flatMap(({ values }) => [...values.keys()]));
    const rows = [...places]
      .sort((left, right) => left - right)
      .map((at) => [
        series[0]?.categories.get(at) ?? String(at + 1),
        ...series.map(({ values }) => values.get(at) ?? ''),
      ]);
    return [header, ...rows];
  }
  // Each series has its own points, so each row names its series.
  return series.flatMap(({ name, categories, values }) =>
    [...values].map(([at, value]) => [name, categories.get(at) ?? String(at + 1), value]),
  );
};

const isSame = (left: Points, right: Points | undefined): boolean =>
  right !== undefined &&
  (left.size === 0 ||
    (left.size === right.size && [...left].every(([at, value]) => right.get(at) === value)));

const titleOf = (node: XmlNode | undefined): string => {
  const title = node?.children.find(({ name }) => name === 'title');
  return title === undefined ? '' : nameOf(title);
};

const axisTitle = (chart: XmlNode | undefined): string =>
  chart === undefined ? '' : titleOf(findAll(chart, 'catAx')[0] ?? findAll(chart, 'dateAx')[0]);

const textOf = (node: XmlNode): string =>
  oneLine(
    node.name === 't' || node.name === 'v'
      ? node.text
      : node.children.map((child) => textOf(child) + (child.name === 'p' ? ' ' : '')).join(''),
  );
