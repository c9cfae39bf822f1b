import { join } from 'node:path';
import { defineConfig } from 'vite';
import { writeNotice } from './notice.js';
import { BUILT, compress } from './vite.config.js';

const HERE = import.meta.dirname;
const NAME = 'widget.js';

/** The chat for other people's pages: one classic script, for a page names its settings at the element that loads it. */
export default defineConfig({
  root: HERE,
  logLevel: 'warn',
  plugins: [
    writeNotice(BUILT),
    {
      name: 'compress-widget',
      apply: 'build',
      closeBundle: async () => {
        await compress(join(BUILT, NAME));
      },
    },
  ],
  build: {
    outDir: BUILT,
    emptyOutDir: false,
    target: 'es2022',
    copyPublicDir: false,
    lib: {
      entry: join(HERE, 'src', 'widget', 'widget.ts'),
      formats: ['iife'],
      name: 'knowledgeRouterWidget',
      fileName: () => NAME,
    },
  },
});
