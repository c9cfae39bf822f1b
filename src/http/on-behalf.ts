import { z } from 'zod';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import { AppError } from '../shared/errors.js';
import { UserId, type ApiKeyId, type TenantId } from '../shared/ids.js';
import type { Person } from '../shared/holders.js';

export const ON_BEHALF_OF = 'X-On-Behalf-Of';

/** For the OpenAPI document. */
export const ON_BEHALF_OF_TEXT =
  'Of a key with the permission `act_for_users`: the id of a user, or the e-mail address of an activated one, for whom it asks. ' +
  "What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's.";

/** The person that a key acts for: a user's id, or their email address. */
export type PersonName = { tenantId: TenantId } & ({ userId: UserId } | { email: string });

export type FindPerson = (name: PersonName) => Promise<Person | null>;

/** Records in the audit log that a key has acted for someone. */
export type NoteActing = (acting: {
  tenantId: TenantId;
  apiKeyId: ApiKeyId;
  holderId: UserId;
  userId: UserId;
}) => void;

type Deps = { findPerson: FindPerson; metrics: Pick<Metrics, 'securityDenied'> };

type Asked = {
  given: readonly string[];
  tenantId: TenantId;
  /** True if the key was granted this, whatever its holder's role. */
  mayAct: boolean;
};

const Name = z.union([
  UserId.transform((userId) => ({ userId })),
  z
    .email()
    .max(254)
    .toLowerCase()
    .transform((email) => ({ email })),
]);

/** The active user whom the header names; rejects with a sentence that explains the problem. */
export const createFindActedFor =
  ({ findPerson, metrics }: Deps) =>
  async ({ given, tenantId, mayAct }: Asked): Promise<Person> => {
    const [only = '', ...others] = given;
    if (others.length > 0) throw malformed('may be sent once');
    const name = Name.safeParse(only);
    if (!name.success) throw malformed('must be the id of a user or an e-mail address');
    const refuse = (sentence: string): AppError => {
      metrics.securityDenied('forbidden');
      return new AppError('forbidden', `${ON_BEHALF_OF}: ${sentence}`);
    };
    if (!mayAct) throw refuse('this needs a key with the permission act_for_users.');
    const person = await findPerson({ tenantId, ...name.data });
    if (person === null) throw refuse('this tenant has no such user.');
    if (person.activatedAt === null) throw refuse('this user has not activated their account yet.');
    if (person.userStatus !== 'active') throw refuse('this user is suspended.');
    return person;
  };

const malformed = (message: string): AppError =>
  new AppError('validation_failed', `${ON_BEHALF_OF} ${message}.`, {
    errors: [{ path: ON_BEHALF_OF, message }],
  });

/** For routes that people may only call for themselves. */
export const refuseOnBehalf = (): AppError =>
  new AppError(
    'forbidden',
    `${ON_BEHALF_OF} is not taken here: keys, users, sign-in and the administration are for nobody else to ask for.`,
  );
