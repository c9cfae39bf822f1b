import type { Page } from 'playwright-core';
import { z } from 'zod';

/** Fonts differ from machine to machine by less than that where boxes do not hang on the length of a text. */
const GRAIN = 4;

const SIDES = ['left', 'top', 'width', 'height'] as const;

/** Where a part is looked for, and which of its measures do not depend on fonts. */
export type Part = readonly [selector: string, ...sides: (typeof SIDES)[number][]];

const Box = z.record(z.enum(SIDES), z.number());

/** Measures the first of each part that is shown, as `selector: left 240, width 1200`, rounded to a grain. */
export const placesOf = async (page: Page, parts: readonly Part[]): Promise<string[]> => {
  const boxes = z.array(Box).parse(
    await page.evaluate(
      `${JSON.stringify(parts.map(([selector]) => selector))}.map((selector) => {
        const shown = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
        const { left, top, width, height } = shown.getBoundingClientRect();
        return { left, top, width, height };
      })`,
    ),
  );
  return parts.map(([selector, ...sides], at) => {
    const measured = sides.map(
      (side) => `${side} ${Math.round((boxes[at]?.[side] ?? -1) / GRAIN) * GRAIN}`,
    );
    return `${selector}: ${measured.join(', ')}`;
  });
};
