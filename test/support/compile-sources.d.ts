export const compileSources: () => Promise<void>;
export const compileSource: (path: string) => Promise<string>;
