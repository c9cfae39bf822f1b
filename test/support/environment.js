import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
// Jest's own; as its dependency it is not one of ours.
const core = createRequire(require.resolve('jest')).resolve('@jest/core');
const { TestEnvironment: NodeEnvironment } = createRequire(core)('jest-environment-node');

/** Jest's for Node, in which the files that one process runs share the tokenizer's table (test/support/shared-tokenizer.js). */
export default class Environment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.loadSharedTokenizer = () => require('gpt-tokenizer/encoding/o200k_base');
  }
}
