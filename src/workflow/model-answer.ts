import type { CitedText } from '../citations/index.js';

/** An answer as a model wrote it, before a judge or a policy was applied. */
export type ModelAnswer = {
  /** Rules, but no judge, have checked its statements. */
  text: CitedText;
  /** The text as the model wrote it, without its reasoning; its markers are the numbers of sources in the prompt. */
  reply: string;
  /** Why the text was cut short; null if it was not. */
  cutReason: string | null;
  /** An endpoint other than the first choice wrote it. */
  switched: boolean;
};
