import { z } from 'zod';
import { ASKS_FOR_FILE } from '../asked-by.js';
import { declareTool } from '../tool.js';
import { fileContent, fileName, toWritten } from './workspace-file.js';

const Input = z.strictObject({
  name: fileName,
  content: fileContent,
  mode: z
    .enum(['replace', 'append'])
    .default('replace')
    .describe(
      'replace: the file holds this text and nothing else; append: it is added at the end.',
    ),
});

export const writeFile = declareTool({
  name: 'write_file',
  description:
    "Writes text to a file of this user's own workspace: in place of what it holds, or at its end. A file that is not there is made. It cannot change parts of a file or write binary files, and reaches nothing outside the workspace.",
  input: Input,
  risk: 'workspace',
  hasSideEffects: true,
  askedBy: ASKS_FOR_FILE,
  create:
    ({ workspace }) =>
    async ({ name, content, mode }, { scope, signal }) => {
      const bytes = Buffer.from(content);
      if (mode === 'append') {
        const file = await workspace.append(scope, name, { bytes, signal });
        return toWritten(file, { done: 'added to', did: 'Added to' });
      }
      const file = await workspace.write(scope, name, { bytes, mode: 'either', signal });
      return toWritten(file, { done: 'written', did: 'Wrote' });
    },
});
