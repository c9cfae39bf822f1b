import { z } from 'zod';

export const Rating = z.enum(['up', 'down']);
export type Rating = z.infer<typeof Rating>;

/** What the owner of a session thinks of an answer. */
export const Feedback = z.object({ rating: Rating, comment: z.string().nullable() });
export type Feedback = z.infer<typeof Feedback>;
