import { mathmlFormula } from '../../office/formulas.js';
import { childOf, findAll, readXmlTree, type XmlNode } from '../../office/xml-tree.js';
import { attribute } from '../../office-xml.js';
import type { Block } from '../../parsed-document.js';
import { oneLine } from '../../parser.js';
import { tableBlock } from '../../table-blocks.js';

/** Reads an embedded object: a formula in one line, or a chart as its title and a table; undefined for any other. */
export const readObject = (
  xml: string,
  page: number,
): { formula: string } | { blocks: Block[]; isEmpty: boolean } | undefined => {
  if (MATH.test(xml.slice(0, BEGINNING))) {
    const formula = readXmlTree(xml);
    return formula && { formula: mathmlFormula(formula) };
  }
  if (!xml.includes('<office:chart')) return undefined;
  const tree = readXmlTree(xml);
  const [chart] = tree === undefined ? [] : findAll(tree, 'chart').flatMap(innermost);
  return chart && readChart(chart, page);
};

const MATH = /<(?:\w{1,20}:)?math[\s>]/u;
const BEGINNING = 2_000;

/** `office:chart` contains one `chart:chart`. */
const innermost = (node: XmlNode): XmlNode[] => [childOf(node, 'chart') ?? node];

const readChart = (chart: XmlNode, page: number): { blocks: Block[]; isEmpty: boolean } => {
  const title = titleOf(chart);
  const [table] = findAll(chart, 'table');
  const rows = table === undefined ? [] : findAll(table, 'table-row').map(cellsOf);
  const isEmpty = rows.slice(1).every((row) => row.slice(1).every((cell) => cell === ''));
  const axis = findAll(chart, 'axis').find(
    ({ attributes }) => attribute(attributes, 'dimension') === 'x',
  );
  const [header, ...others] = rows;
  if (header?.[0] === '' && axis) header[0] = titleOf(axis);
  const blocks: Block[] = title === '' ? [] : [{ text: title, kind: 'paragraph', page }];
  if (!isEmpty && header) blocks.push(...tableBlock([header, ...others], page));
  return { blocks, isEmpty };
};

const titleOf = (node: XmlNode): string => {
  const title = childOf(node, 'title');
  return title === undefined ? '' : oneLine(textOf(title));
};

const cellsOf = (row: XmlNode): string[] =>
  findAll(row, 'table-cell').flatMap((cell) => {
    const repeated = Number(attribute(cell.attributes, 'number-columns-repeated') ?? 1) || 1;
    return Array.from({ length: Math.min(MAX_REPEATED, repeated) }, () => cellText(cell));
  });

/** More equal cells than this in a row are filler. */
const MAX_REPEATED = 100;

/** The exact value, without the extra digits from binary fractions. */
const cellText = (cell: XmlNode): string => {
  const value = attribute(cell.attributes, 'value');
  const number = Number(value);
  if (value === undefined || value === '') return oneLine(textOf(cell));
  return Number.isFinite(number) ? String(Number(number.toPrecision(12))) : '';
};

const textOf = ({ text, children }: XmlNode): string => `${text}${children.map(textOf).join(' ')}`;
