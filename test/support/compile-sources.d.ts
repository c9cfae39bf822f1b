export const compileSources: () => Promise<void>;
