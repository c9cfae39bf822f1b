import { z } from 'zod';
import { MAX_ASSISTANTS, type AssistantDeps } from '../../assistants/index.js';
import { declareTool } from './tool.js';

export type AssistantsToolDeps = { assistants: Pick<AssistantDeps['assistants'], 'list'> };

const Output = z.object({
  assistants: z.array(
    z.object({
      slug: z.string().describe('For `assistant` of `ask`.'),
      name: z.string(),
      description: z.string().nullable(),
      isDefault: z.boolean(),
    }),
  ),
});

/** The assistants that the caller may ask. */
export const createAssistantsTool = ({ assistants }: AssistantsToolDeps) =>
  declareTool({
    name: 'list_assistants',
    title: 'List assistants',
    description:
      'Lists the assistants that you may ask. Each answers in its own way or from documents of its own: pass its slug to `ask`.',
    permission: 'chat',
    input: z.object({}),
    output: Output,
    run: async (_input, { scope }) => {
      const { items } = await assistants.list(scope, { limit: MAX_ASSISTANTS });
      const listed = items.map(({ slug, name, description, isDefault }) => ({
        slug,
        name,
        description,
        isDefault,
      }));
      return { value: { assistants: listed } };
    },
  });
