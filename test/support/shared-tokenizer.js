// In tests `gpt-tokenizer` means this file (jest.config.js): its table takes a fifth of a second and 60 MB, and is only read.
const { clearMergeCache, countTokens } = globalThis.loadSharedTokenizer();

// The memory is its only state: each test file begins with an empty one.
clearMergeCache();

export { clearMergeCache, countTokens };
