import { z } from 'zod';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import { AppError } from '../shared/errors.js';
import { ExternalId, UserId, type ApiKeyId, type TenantId } from '../shared/ids.js';
import type { Person } from '../shared/holders.js';

export const ON_BEHALF_OF = 'X-On-Behalf-Of';

/** For the OpenAPI document. */
export const ON_BEHALF_OF_TEXT =
  'Of a key with the permission `act_for_users`: the user for whom it asks, by id, by `externalId`, or by the e-mail address of an ' +
  'activated account. ' +
  "What may be done is what both the key and a member may do; sessions, memories, limits and usage are that user's.";

/** The person that a key acts for, by every kind of name that the header may be. An id or address takes precedence over an external id. */
export type PersonName = {
  tenantId: TenantId;
  externalId?: string | undefined;
  userId?: UserId | undefined;
  email?: string | undefined;
};

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

/** The active user whom the header names; rejects with a sentence that explains the problem. */
export const createFindActedFor =
  ({ findPerson, metrics }: Deps) =>
  async ({ given, tenantId, mayAct }: Asked): Promise<Person> => {
    const [only = '', ...others] = given;
    if (others.length > 0) throw malformed('may be sent once');
    const name = toName(only);
    if (name === null) throw malformed('must be a user’s id, external id or e-mail address');
    const refuse = (sentence: string): AppError => {
      metrics.securityDenied('forbidden');
      return new AppError('forbidden', `${ON_BEHALF_OF}: ${sentence}`);
    };
    if (!mayAct) throw refuse('this needs a key with the permission act_for_users.');
    const person = await findPerson({ tenantId, ...name });
    if (person === null) throw refuse('this tenant has no such user.');
    if (person.activatedAt === null) throw refuse('this user has not activated their account yet.');
    if (person.userStatus !== 'active') throw refuse('this user is suspended.');
    return person;
  };

const Email = z.email().max(254).toLowerCase();

const toName = (given: string): Omit<PersonName, 'tenantId'> | null => {
  const { data: externalId } = ExternalId.safeParse(given);
  const { data: userId } = UserId.safeParse(given);
  const { data: email } = Email.safeParse(given);
  return externalId === undefined && email === undefined ? null : { externalId, userId, email };
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
