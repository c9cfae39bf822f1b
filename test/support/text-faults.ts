import type { Page } from 'playwright-core';
import { z } from 'zod';

/** Runs in the page: what a reader would see painted over each other, or cut where it begins. */
const LOOK = `(() => {
  const clipOf = (element) => {
    let box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity, isScrolled: false };
    for (let at = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      if (at === document.documentElement || at === document.body) continue;
      const own = at.getBoundingClientRect();
      const isScrolled = box.isScrolled || /auto|scroll/u.test(style.overflowX);
      box = { left: Math.max(box.left, own.left), top: Math.max(box.top, own.top), right: Math.min(box.right, own.right), bottom: Math.min(box.bottom, own.bottom), isScrolled };
    }
    return box;
  };
  const cut = (rect, box) => ({ left: Math.max(rect.left, box.left, 0), top: Math.max(rect.top, box.top, 0), right: Math.min(rect.right, box.right, innerWidth), bottom: Math.min(rect.bottom, box.bottom, innerHeight) });
  const isThere = ({ left, top, right, bottom }) => right - left > 2 && bottom - top > 4;
  const isCovered = (element, rect) => {
    const under = document.elementsFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
    for (const other of under) {
      if (other === element || other.contains(element) || element.contains(other)) return false;
      const { backgroundColor } = getComputedStyle(other);
      if (backgroundColor.startsWith('rgb(')) return true;
    }
    return false;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const shown = [];
  const faults = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const text = node.data.trim();
    if (text === '' || element.closest('.unseen, .skip, option, script, style') !== null) continue;
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    const box = clipOf(element);
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].map((rect) => cut(rect, box)).filter(isThere).filter((rect) => !isCovered(element, rect));
    if (rects.length === 0) continue;
    shown.push({ text, element, rects });
    const begins = node.data.length - node.data.trimStart().length;
    range.setStart(node, begins);
    range.setEnd(node, begins + 1);
    const first = range.getBoundingClientRect();
    const isHidden = first.right < box.left + 1 || first.left > box.right - 1;
    if (isHidden && !box.isScrolled && first.top >= box.top && first.bottom <= box.bottom) faults.push('cut at its start: ' + text.slice(0, 60));
  }
  for (const [at, one] of shown.entries()) {
    for (const other of shown.slice(at + 1)) {
      if (one.element.contains(other.element) && getComputedStyle(other.element).position === 'static') continue;
      const isOver = one.rects.some((a) => other.rects.some((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6));
      if (isOver) faults.push('over each other: ' + one.text.slice(0, 40) + ' / ' + other.text.slice(0, 40));
    }
  }
  return [shown.length, faults];
})()`;

/** Lists the visible texts of a page that are painted over each other or cut at their start, and counts those that were looked at. */
export const textFaultsOf = async (page: Page): Promise<{ looked: number; faults: string[] }> => {
  const [looked, faults] = z
    .tuple([z.number(), z.array(z.string())])
    .parse(await page.evaluate(LOOK));
  return { looked, faults };
};
