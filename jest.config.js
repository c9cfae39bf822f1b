// Native ES modules: with a CommonJS transform the Prisma client and the WASM packages fail to load.
export default {
  testEnvironment: '<rootDir>/test/support/environment.js',
  roots: ['<rootDir>/test'],
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  // The packages as they are written, without a build.
  testEnvironmentOptions: {
    customExportConditions: ['node', 'node-addons', '@knowledge-router/source'],
  },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^gpt-tokenizer/encoding/o200k_base$': '<rootDir>/test/support/shared-tokenizer.js',
    '^tsx$': '<rootDir>/test/support/load-compiled.js',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  coverageProvider: 'v8',
  testSequencer: '<rootDir>/test/support/longest-first.js',
  maxWorkers: 2,
  // Modules of the tests before stay in a worker's memory: it is replaced between two files.
  workerIdleMemoryLimit: '1500MB',
  testTimeout: 60_000,
};
