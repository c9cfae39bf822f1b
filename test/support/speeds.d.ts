/** The folder of the tests. */
export const TESTS: string;
export const speedOf: (file: string) => 'fast' | 'db' | 'e2e';
export const listTests: (speed: 'fast' | 'db' | 'e2e' | 'all') => string[];
