import { z } from 'zod';

/** The claims about a person, signed by their identity provider. Lenient, because providers add many more to their tokens. */
export const ProviderClaims = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});
export type ProviderClaims = z.infer<typeof ProviderClaims>;
