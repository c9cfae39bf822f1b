import type { CitedText } from '../citations/index.js';

/** An answer as a model wrote it, before a judge or a policy has looked at it. */
export type ModelAnswer = {
  /** Rules have looked at its statements, and no judge. */
  text: CitedText;
  /** The text as the model wrote it, without its thoughts; its markers are the numbers of sources in the prompt. */
  reply: string;
  /** The reason why the text is not all that the model would have written; null when nothing was cut. */
  cutReason: string | null;
  /** Another endpoint than the first wrote it. */
  switched: boolean;
};
