import { z } from 'zod';

/** The claims of a person that their identity provider has signed. Lenient: providers put much more into their tokens. */
export const ProviderClaims = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});
export type ProviderClaims = z.infer<typeof ProviderClaims>;
