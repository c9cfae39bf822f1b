import type { CitedText } from '../citations/index.js';

/** An answer as a model wrote it, before a judge or a policy was applied. */
export type ModelAnswer = {
  /** The text after its statements were checked by rules, but not by a judge. */
  text: CitedText;
  /** The text as the model wrote it, without its reasoning; its markers contain the numbers of sources in the prompt. */
  reply: string;
  /** Why the text was cut short; null if it was not. */
  cutReason: string | null;
  /** True if an endpoint other than the first choice wrote it. */
  switched: boolean;
};
