// In tests `@jest/globals` means this file (load-sources.js). It is loaded once by each worker: every name stands for what it means in
// the test file that runs.
const inFile = (name) =>
  new Proxy(() => undefined, {
    apply: (_, self, values) => Reflect.apply(globalThis.jestGlobals[name], self, values),
    get: (_, key) => globalThis.jestGlobals[name][key],
  });

export const describe = inFile('describe');
export const it = inFile('it');
export const expect = inFile('expect');
export const beforeAll = inFile('beforeAll');
export const beforeEach = inFile('beforeEach');
export const afterEach = inFile('afterEach');
export const afterAll = inFile('afterAll');
export const jest = inFile('jest');
