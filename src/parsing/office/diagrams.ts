import { attribute, readLocalXml } from '../office-xml.js';
import type { Block } from '../parsed-document.js';
import { oneLine } from '../parser.js';

type Point = { text: string; isDocument: boolean; isShown: boolean };

const MAX_DEPTH = 5;
const MAX_POINTS = 20_000;

/** The texts of a diagram made from data (SmartArt), as a list that shows their hierarchy. */
export const readDiagram = (xml: string, page?: number): Block[] => {
  const { points, children } = readModel(xml);
  const lines: string[] = [];
  const seen = new Set<string>();
  const add = (id: string, depth: number, nesting: number): void => {
    const point = points.get(id);
    if (seen.has(id) || !point?.isShown || nesting > MAX_NESTING) return;
    seen.add(id);
    const text = oneLine(point.text);
    if (text !== '') lines.push(`${'  '.repeat(Math.min(MAX_DEPTH, depth))}- ${text}`);
    const below = text === '' ? depth : depth + 1;
    for (const child of children.get(id) ?? []) add(child, below, nesting + 1);
  };
  for (const [id, { isDocument }] of points) {
    if (isDocument) for (const child of children.get(id) ?? []) add(child, 0, 0);
  }
  // Points that nothing leads to are shown as well.
  for (const id of points.keys()) add(id, 0, 0);
  if (lines.length === 0) return [];
  return [{ text: lines.join('\n'), kind: 'list', ...(page !== undefined && { page }) }];
};

/** The deepest nesting of points; deeper ones are listed on their own. */
const MAX_NESTING = 100;

/** Connections from one point to the next, and how each is drawn. */
const UNSHOWN = new Set(['pres', 'parTrans', 'sibTrans']);

const readModel = (xml: string) => {
  const points = new Map<string, Point>();
  const connections: { from: string; to: string; order: number }[] = [];
  let current: Point | undefined;
  let isText = false;
  readLocalXml(xml, {
    open: (name, attributes) => {
      const type = attribute(attributes, 'type') ?? '';
      if (name === 'pt' && points.size < MAX_POINTS) {
        current = { text: '', isDocument: type === 'doc', isShown: !UNSHOWN.has(type) };
        points.set(attribute(attributes, 'modelId') ?? '', current);
      }
      if (name === 'cxn' && ['', 'parOf'].includes(type)) {
        connections.push({
          from: attribute(attributes, 'srcId') ?? '',
          to: attribute(attributes, 'destId') ?? '',
          order: Number(attribute(attributes, 'srcOrd') ?? 0),
        });
      }
      if (name === 't') isText = true;
      if (name === 'br' && current) current.text += ' ';
    },
    text: (text) => {
      if (isText && current) current.text += text;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'p' && current) current.text += ' ';
      if (name === 'pt') current = undefined;
    },
  });
  const children = new Map<string, string[]>();
  for (const { from, to } of connections.sort((left, right) => left.order - right.order)) {
    const known = children.get(from);
    if (known) known.push(to);
    else children.set(from, [to]);
  }
  return { points, children };
};
