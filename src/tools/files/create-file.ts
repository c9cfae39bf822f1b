import { z } from 'zod';
import { ASKS_FOR_FILE } from '../asked-by.js';
import { declareTool } from '../tool.js';
import { fileContent, fileName, toWritten } from './workspace-file.js';

const Input = z.strictObject({ name: fileName, content: fileContent });

export const createFile = declareTool({
  name: 'create_file',
  description:
    "Creates a new text file in this user's own workspace, for them to download. It fails when there is a file of that name; it cannot write binary files, and reaches nothing outside the workspace.",
  input: Input,
  risk: 'workspace',
  hasSideEffects: true,
  askedBy: ASKS_FOR_FILE,
  create:
    ({ workspace }) =>
    async ({ name, content }, { scope, signal }) => {
      const bytes = Buffer.from(content);
      const file = await workspace.write(scope, name, { bytes, mode: 'create', signal });
      return toWritten(file, { done: 'created', did: 'Created' });
    },
});
