export default {
  // Test files are loaded by Node itself: as Jest loads them, each file would load the product and its packages anew.
  testRunner: '<rootDir>/test/support/run-natively.js',
  roots: ['<rootDir>/test'],
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testSequencer: '<rootDir>/test/support/longest-first.js',
  maxWorkers: 2,
  // What the tests before have left stays in a worker's memory: it is replaced between two files.
  workerIdleMemoryLimit: '1500MB',
  testTimeout: 60_000,
};
