import type { Feedback } from './feedback.js';
import type { MessageId } from '../shared/ids.js';

/** Goes with the message it is about. */
export type FeedbackRepository = {
  /** Replaces what was said before; null unless the message is an answer in a session of the scope's own user. */
  save(messageId: MessageId, feedback: Feedback): Promise<Feedback | null>;
};
