// In tests `import.meta.resolve('tsx')` means this file (jest.config.js): a process that is started from a source runs what
// compile-sources.js has made of it before the first test.
import { register } from 'node:module';

register('./resolve-compiled.js', import.meta.url);
