import { createRequire, register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
// They come with Jest and are not dependencies of this package.
const ofCore = createRequire(createRequire(require.resolve('jest')).resolve('@jest/core'));
const ofConfig = createRequire(ofCore.resolve('jest-config'));
const runnerPath = ofConfig.resolve('jest-circus/runner');
const { default: runFile } = require(runnerPath);
const FRAMEWORK = join(runnerPath, '../jestAdapterInit.js');
const ofEnvironment = createRequire(ofConfig.resolve('jest-environment-node'));
const { ModernFakeTimers } = ofEnvironment('@jest/fake-timers');
const { ModuleMocker } = ofEnvironment('jest-mock');

register('./load-sources.js', import.meta.url);
process.setSourceMapsEnabled(true);

let files = 0;

/**
 * Runs a test file as Jest does, but loads it with the module loader of Node: what the files of a worker import is loaded once, and not
 * once for each of them. State of a module is therefore shared by the files of a worker; the environment's variables are put back.
 */
export default async (globalConfig, config, environment, runtime, path, send) => {
  const variables = { ...process.env };
  const timers = new ModernFakeTimers({ config, global: globalThis });
  const mocker = new ModuleMocker(globalThis);
  forgetFramework();
  // Jest's hook knows only the source maps of files that Jest loaded; without it, Node maps the files that it loaded itself.
  Error.prepareStackTrace = undefined;
  files += 1;
  const run = files;
  const native = {
    requireInternalModule: require,
    requireModule: require,
    setGlobalsForRuntime: (globals) => {
      globalThis.jestGlobals = { ...globals, jest: toJest(timers, mocker) };
    },
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(`${pathToFileURL(file).href}?run=${run}`),
    enterTestCode: () => runtime.enterTestCode(),
    leaveTestCode: () => runtime.leaveTestCode(),
  };
  const here = { global: globalThis, fakeTimersModern: timers, moduleMocker: mocker };
  try {
    return await runFile(globalConfig, config, here, native, path, send);
  } finally {
    timers.dispose();
    mocker.restoreAllMocks();
    putBack(variables);
  }
};

/** Each file gets a fresh test framework: jest-circus keeps its state in its module and its handlers in this global. */
const forgetFramework = () => {
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  delete require.cache[FRAMEWORK];
};

const putBack = (variables) => {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
};

const toJest = (timers, mocker) => ({
  spyOn: mocker.spyOn.bind(mocker),
  useFakeTimers: timers.useFakeTimers.bind(timers),
  useRealTimers: timers.useRealTimers.bind(timers),
  advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
  advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
});
