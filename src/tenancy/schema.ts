import { z } from 'zod';
import type { Changes } from '../shared/changes.js';
import { StoredDocumentFilter } from '../shared/document-filter.js';
import { fieldsRefused } from '../shared/errors.js';
import { ApiKeyId, AssistantId, GroupId, TenantId, UserId } from '../shared/ids.js';
import { ModelName } from '../shared/model-choice.js';
import { TenantLimits } from './limits.js';
import { KeyKind, Permission, TenantRole } from '../shared/scope.js';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Reserved for synthetic tenants. */
export const CANARY_SLUG_PREFIX = 'isolation-canary-';

export const TenantSlug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);

export const TenantStatus = z.enum(['active', 'suspended', 'deleting']);
export type TenantStatus = z.infer<typeof TenantStatus>;

const quota = z.int().min(0).nullable().default(null);

/** The quotas of the whole tenant, set by its admin; null: the operator's limit. Days and months are in UTC. */
export const TenantQuotas = z.strictObject({
  questionsPerDay: quota,
  /** The tokens of prompts, answers and embeddings. Checked when a question is asked; work in progress is finished. */
  tokensPerMonth: quota,
  documents: quota,
  storageBytes: quota,
});
export type TenantQuotas = z.infer<typeof TenantQuotas>;

const days = z.int().min(0).max(36_500).default(0);

/** Days after which a kind of thing is deleted; 0 = never. */
export const TenantRetention = z.strictObject({
  messages: days.describe(
    'Messages with their feedback and receipts, then conversations without any.',
  ),
  receipts: days.describe('What turns searched, chose and called; the figures of a turn stay.'),
  workspaceFiles: days.describe('Files of workspaces, from their last change.'),
  feedback: days.describe('Feedback, from its last change.'),
  versions: days.describe('Earlier versions of documents, from the upload of a newer one.'),
});

export const TenantPolicy = z.strictObject({
  groundedOnly: z
    .union([z.boolean(), z.literal('strict')])
    .describe(
      'Whether an answer of which no source carries anything is replaced; `strict` also leaves out each statement that nothing says.',
    )
    .default(true),
  tools: z.record(z.string(), z.boolean()).default({}),
  memberUploads: z.boolean().default(false),
  maxAgentIterations: z.int().min(1).max(20).nullable().default(null),
  memoryTtlDays: z
    .int()
    .min(1)
    .max(36_500)
    .nullable()
    .describe('Days after its last change from which a memory is forgotten; null = never.')
    .default(null),
  trustProposedMemories: z
    .boolean()
    .describe('Memories proposed by the model are used at once, without confirmation.')
    .default(false),
  models: z
    .array(ModelName)
    .max(50)
    .describe('Names of the models that questions may choose, as GET /v1/models lists them.')
    .default([]),
  quotas: TenantQuotas.prefault({}),
  retention: TenantRetention.prefault({}),
});
export type TenantPolicy = z.infer<typeof TenantPolicy>;

export const TenantRecord = z.object({
  id: TenantId,
  slug: z.string(),
  status: TenantStatus,
  createdAt: z.date(),
  limits: TenantLimits.describe('The limits in force.'),
});
export type TenantRecord = z.infer<typeof TenantRecord>;

export const TenantSettings = z.object({
  name: z.string(),
  systemPrompt: z.string().nullable(),
  policy: TenantPolicy,
});
export type TenantSettings = z.infer<typeof TenantSettings>;

export const UserStatus = z.enum(['active', 'suspended']);
export type UserStatus = z.infer<typeof UserStatus>;

/** `none`: markers as in `numbered`, but no list of sources or notice in the text; both are fields of the answer. */
export const CitationStyle = z.enum(['numbered', 'inline', 'none']);
export type CitationStyle = z.infer<typeof CitationStyle>;

export const nameField = z.string().trim().min(1).max(100);

/** The console's theme; unset: as in the browser. */
const Theme = z.enum(['light', 'dark']);

/** The console's language; unset: as requested by the browser. Answers follow the question instead. */
const ConsoleLanguage = z.string().regex(/^[a-z]{2}$/);

/** A filter of the library that a user saved: `query` is what the console writes into its address. */
const SavedFilter = z
  .strictObject({ name: nameField, query: z.string().max(2000) })
  .meta({ id: 'SavedFilter' });

const savedFilters = z.array(SavedFilter).max(30);

export const UserPreferences = z.strictObject({
  name: nameField.optional(),
  city: nameField.optional(),
  citationStyle: CitationStyle.default('numbered'),
  theme: Theme.optional(),
  consoleLanguage: ConsoleLanguage.optional(),
  savedFilters: savedFilters.optional(),
  /** Tools with side effects that this user always allows, as far as the tenant's policy does. */
  tools: z.array(z.string()).default([]),
});
export type UserPreferences = z.infer<typeof UserPreferences>;

export const UserRecord = z.object({
  id: UserId,
  email: z.string(),
  role: TenantRole,
  status: UserStatus,
  groups: z.array(z.string()),
  language: z.string().nullable(),
  timezone: z.string(),
  systemPrompt: z.string().nullable(),
  preferences: UserPreferences,
  createdAt: z.date(),
  activatedAt: z
    .date()
    .nullable()
    .describe('When the user first had a credential that nobody else has seen.'),
  externalId: z
    .string()
    .nullable()
    .describe('The id of this person in your own systems; null if none was given.'),
  name: z.string().nullable().describe('The name that administrators see.'),
  managed: z
    .boolean()
    .describe('Your application signs this person in: no e-mail address and no password here.'),
});
export type UserRecord = z.infer<typeof UserRecord>;

/** A user's groups are part of every filter of their searches. */
export const MAX_GROUPS_PER_USER = 50;

export const GroupRecord = z.object({
  id: GroupId,
  /** Identifies it in users, documents and vectors, whatever its `name` is. */
  key: z.string(),
  name: z.string(),
  members: z.int(),
  createdAt: z.date(),
});
export type GroupRecord = z.infer<typeof GroupRecord>;

export const ApiKeyRecord = z.object({
  id: ApiKeyId,
  userId: UserId,
  kind: KeyKind.describe('`service`: it acts as an application, not as its holder.'),
  name: z.string(),
  prefix: z.string(),
  permissions: z.array(Permission),
  filter: StoredDocumentFilter.nullable().describe(
    'Outside of it the key finds no document, as if there were none; null: all that its holder may see.',
  ),
  assistantIds: z
    .array(AssistantId)
    .describe(
      'Of assistants, the key may ask these alone, the first where none is named; none: all.',
    ),
  expiresAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
  createdAt: z.date(),
  createdBy: UserId.nullable().describe('Null: the operator.'),
  confirmedAt: z
    .date()
    .nullable()
    .describe(
      'Null if somebody else created it and its holder has not confirmed it; it does not work yet.',
    ),
  revokedAt: z.date().nullable().describe('A revoked key is listed for 90 days.'),
  revokedBy: UserId.nullable(),
});
export type ApiKeyRecord = z.infer<typeof ApiKeyRecord>;

export const emailField = z.email().max(254).toLowerCase();

/** A new password. Length matters more than unusual characters, so there are no rules about characters. */
export const passwordField = z
  .string()
  .min(12)
  .max(256)
  .refine((password) => isUncommon(password), {
    error: 'must not be a common password, nor repeat itself',
  })
  .describe('12 to 256 characters; none of the commonest passwords.');

export const groupField = z
  .string()
  .regex(/^[\p{L}\p{N}_.-]{1,64}$/u, 'must be 1 to 64 letters, digits, "_", "." or "-"');

/** Names of tools, checked against the tenant's tools once its policy is known: see `requireTools`. */
export const toolNamesField = z
  .array(z.string().min(1).max(64))
  .max(50)
  .describe('Names of tools that GET /v1/tools lists as `on`.');

/** Changes that users make to their preferences; null clears a field. */
export const PreferenceChanges = z.strictObject({
  name: nameField.nullable().optional(),
  city: nameField.nullable().optional(),
  citationStyle: CitationStyle.optional(),
  theme: Theme.nullable().optional(),
  consoleLanguage: ConsoleLanguage.nullable().optional(),
  savedFilters: savedFilters.optional().describe('Replaces all that were saved before.'),
  tools: toolNamesField.optional(),
});
export type PreferenceChanges = z.infer<typeof PreferenceChanges>;

/** Refuses names of tools that the tenant does not have, whether or not they exist elsewhere. */
export const requireTools = (
  names: readonly string[],
  { path, known }: { path: string; known: readonly string[] },
): void => {
  const errors = names
    .flatMap((name, position) => (known.includes(name) ? [] : [`${path}.${position}`]))
    .map((field) => ({ path: field, message: 'is not a tool of this tenant' }));
  if (errors.length > 0) throw fieldsRefused(errors);
};

export const promptField = z.string().trim().min(1).max(8000);

export type NewUser = {
  id: UserId;
  email: string;
  role: TenantRole;
  groups: readonly string[];
  externalId?: string | undefined;
  name?: string | undefined;
};

/** A person of an application: known by its id there. */
export type NewManagedUser = Pick<NewUser, 'id' | 'groups' | 'name'> & { externalId: string };

export type UserChanges = Changes<
  Omit<UserRecord, 'id' | 'email' | 'createdAt' | 'activatedAt' | 'externalId' | 'managed'>
>;

/** The roughly 49,000 passwords that occur most often in leaks. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** True for a password that is not guessed first: not one of the most common, not blank, not one character or common word repeated. */
const isUncommon = (password: string): boolean => {
  const plain = password.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
  if (plain === '' || COMMON.has(plain)) return false;
  const unit = repeatedUnitOf(plain);
  return unit === plain || (unit.length > LONGEST_TRIVIAL_UNIT && !COMMON.has(unit));
};

/** "abcabcabcabc" is as easy to guess as "abc". */
const LONGEST_TRIVIAL_UNIT = 4;

/** The shortest text that it repeats: found where the text first recurs in itself doubled, from the second letter on. */
const repeatedUnitOf = (text: string): string => text.slice(0, `${text}${text}`.indexOf(text, 1));
