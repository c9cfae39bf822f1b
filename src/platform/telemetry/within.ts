/** Waits for the work, but no longer than this. */
export const within = async (limitMs: number, work: () => Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work(), limit]).finally(() => {
    clearTimeout(timer);
  });
};
