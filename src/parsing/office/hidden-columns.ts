export const MAX_COLUMNS = 16_384;

/** The hidden columns of a sheet, for ranges in any number and order; every lookup costs the same. */
export const createHiddenColumns = () => {
  let hidden: Uint8Array | undefined;
  let before: Uint16Array | undefined;
  const countBefore = (flags: Uint8Array): Uint16Array => {
    const counts = new Uint16Array(MAX_COLUMNS);
    for (let at = 1; at < MAX_COLUMNS; at += 1) {
      counts[at] = (counts[at - 1] ?? 0) + (flags[at - 1] ?? 0);
    }
    return counts;
  };
  return {
    hide: (from: number, to: number): void => {
      if (!(from >= 0 && from <= to)) return;
      hidden ??= new Uint8Array(MAX_COLUMNS);
      hidden.fill(1, from, to + 1);
      before = undefined;
    },
    has: (column: number): boolean => hidden?.[column] === 1,
    /** The place of a column among the visible ones. */
    shownPlace: (column: number): number => {
      if (hidden === undefined) return column;
      before ??= countBefore(hidden);
      return column - (before[column] ?? 0);
    },
  };
};

export type HiddenColumns = ReturnType<typeof createHiddenColumns>;
