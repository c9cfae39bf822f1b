import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** The cost of a hash. More memory makes guessing more expensive, but also each login. */
export type PasswordCost = { memoryKib: number; passes: number };

/** The cost that OWASP recommends for argon2id. */
const COST: PasswordCost = { memoryKib: 19_456, passes: 2 };

export type Passwords = ReturnType<typeof createPasswords>;

/** Argon2id, on separate threads, so that the event loop continues. */
export const createPasswords = ({ memoryKib, passes }: PasswordCost = COST) => {
  const hashOf = (password: string) =>
    hash(password.normalize('NFKC'), { memoryCost: memoryKib, timeCost: passes, parallelism: 1 });
  let absent: Promise<string> | null = null;
  const hashOfNobody = () => (absent ??= hashOf(randomBytes(32).toString('base64')));
  return {
    hash: hashOf,
    /** Without a hash it takes just as long and fails, so timing does not reveal whether the account exists. */
    matches: async (password: string, hashed: string | null): Promise<boolean> => {
      const isRight = await verify(hashed ?? (await hashOfNobody()), password.normalize('NFKC'));
      return isRight && hashed !== null;
    },
    /** So that the first login with an unknown account takes no longer than the next. */
    prepare: hashOfNobody,
  };
};
