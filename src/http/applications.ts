import { z } from 'zod';
import type { Metrics } from '../platform/telemetry/telemetry.js';
import { createBoundedMap } from '../shared/bounded-map.js';
import type { DocumentFilter } from '../shared/document-filter.js';
import { AppError, fieldsRefused } from '../shared/errors.js';
import type { ApiKeyId, AssistantId, TenantId, UserId } from '../shared/ids.js';
import { makeUserScope } from '../shared/make-scope.js';
import { permissionsOfApplication } from '../shared/permissions.js';
import type { BroughtFilter, Permission } from '../shared/scope.js';
import type { KeyHolder } from '../shared/holders.js';
import { refuseOnBehalf } from './on-behalf.js';
import type { UserCaller } from './route.js';

export const LABEL = 'X-Knowledge-Router-Label';

/** For the OpenAPI document. */
export const LABEL_TEXT =
  'Of a key of kind `service`: the name by which the application knows who asks, 1 to 100 visible ASCII characters. ' +
  'Each label has sessions, limits and usage of its own; without it the application asks for itself.';

export const Label = z
  .string()
  .regex(/^[\x21-\x7e]{1,100}$/, 'must be 1 to 100 visible ASCII characters');

/** Represents the application itself if a request names no label. */
const NO_LABEL = '';

/** The claims of a page token; its key's row limits them to what the key may do now. */
export type BrowserTokenClaims = {
  tokenId: string;
  tenantId: TenantId;
  apiKeyId: ApiKeyId;
  label: string;
  /** The origins of the pages that may use it. */
  origins: readonly string[];
  permissions: readonly Permission[];
  filter: DocumentFilter | null;
  assistantId: AssistantId | null;
};

export type ReadBrowserToken = (token: string) => Promise<BrowserTokenClaims | 'expired' | null>;

/** The user row that represents a label of a key; created when the label first occurs. */
export type StandIn = (who: {
  tenantId: TenantId;
  apiKeyId: ApiKeyId;
  label: string;
}) => Promise<UserId>;

/** The current filter of each of these assistants; null if it answers from all documents. */
export type FiltersOfAssistants = (which: {
  tenantId: TenantId;
  assistantIds: readonly AssistantId[];
}) => Promise<readonly (DocumentFilter | null)[]>;

type Deps = {
  standIn: StandIn;
  filtersOfAssistants: FiltersOfAssistants;
  metrics: Pick<Metrics, 'securityDenied'>;
};

/** Request headers in addition to the credential. */
export type Sent = {
  label?: readonly string[] | undefined;
  origin?: string | undefined;
  onBehalfOf?: readonly string[] | undefined;
};

type Known = { tenantId: TenantId; keyPrefix: string | null; holder: KeyHolder };

/** Callers that are not people: applications with their own keys, and pages with tokens made by those keys. */
export const createApplicationCallers = (deps: Deps) => {
  const standIn = rememberStandIns(deps.standIn);

  const toCaller = async (
    { tenantId, keyPrefix, holder }: Known,
    { label, ...limits }: Limits,
  ): Promise<UserCaller> => {
    const { apiKeyId, requestsPerMinute } = holder;
    const userId = await standIn({ tenantId, apiKeyId, label });
    const who = { tenantId, userId, role: 'member' as const, groups: [] };
    return {
      kind: 'user',
      apiKeyId,
      keyPrefix,
      isConfirmed: true,
      requestsPerMinute,
      signInId: null,
      scope: makeUserScope({ ...who, ...limits, askedBy: apiKeyId, isApplication: true }),
    };
  };

  return {
    asApplication: (known: Known, { label: given }: Sent): Promise<UserCaller> => {
      const { keyPermissions, assistantIds } = known.holder;
      const permissions = permissionsOfApplication(keyPermissions);
      const label = given === undefined ? NO_LABEL : parseLabel(given);
      return toCaller(known, {
        label,
        permissions,
        filters: toFilters(known.holder.keyFilter),
        assistantIds,
      });
    },
    /** Limited to what the key may do now, whatever it could do when it made the token. */
    asPage: async (known: Known, claims: BrowserTokenClaims, sent: Sent): Promise<UserCaller> => {
      const { holder } = known;
      if (sent.onBehalfOf !== undefined) throw refuseOnBehalf();
      refuseLabel(sent);
      const isBound = holder.assistantIds.length > 0 && claims.assistantId !== null;
      if (sent.origin === undefined || !claims.origins.includes(sent.origin)) {
        throw refuse(deps, 'This token is for pages of other origins.');
      }
      if (isBound && !holder.assistantIds.some((id) => id === claims.assistantId)) {
        throw refuse(deps, 'The key of this token may not ask its assistant.');
      }
      const assistantIds = claims.assistantId === null ? holder.assistantIds : [claims.assistantId];
      const caller = await toCaller(known, {
        label: claims.label,
        permissions: permissionsOfApplication(holder.keyPermissions).filter((permission) =>
          claims.permissions.includes(permission),
        ),
        filters: [
          ...toFilters(holder.keyFilter),
          ...toFilters(claims.filter),
          ...toFilters(await findFilterOfAny(deps, { tenantId: known.tenantId, assistantIds })),
        ],
        assistantIds,
      });
      return { ...caller, browserTokenId: claims.tokenId };
    },
  };
};

/** A page searches only documents of the assistants that it may ask. Null if one of them answers from all documents. */
const findFilterOfAny = async (
  deps: Pick<Deps, 'filtersOfAssistants' | 'metrics'>,
  which: Parameters<FiltersOfAssistants>[0],
): Promise<DocumentFilter | null> => {
  if (which.assistantIds.length === 0) return null;
  const filters = await deps.filtersOfAssistants(which);
  if (filters.length === 0) throw refuse(deps, 'The assistant of this token is gone.');
  const given = filters.filter((filter) => filter !== null);
  return given.length < filters.length ? null : { type: 'or', filters: given };
};

type Limits = Pick<UserCaller['scope'], 'permissions' | 'filters' | 'assistantIds'> & {
  label: string;
};

/** For requests that are not sent with an application's own key. */
export const refuseLabel = ({ label }: Pick<Sent, 'label'>): void => {
  if (label === undefined) return;
  throw fieldsRefused([{ path: LABEL, message: 'is for keys of kind service' }]);
};

/** The filters with which a key, or its token, limits its scope. */
export const toFilters = (filter: DocumentFilter | null): BroughtFilter[] =>
  filter === null ? [] : [{ from: 'key', filter }];

const parseLabel = ([only = '', ...others]: readonly string[]): string => {
  const { data: label, error } = Label.safeParse(only);
  if (label !== undefined && others.length === 0) return label;
  const message = error?.issues[0]?.message ?? 'may be sent once';
  throw fieldsRefused([{ path: LABEL, message }]);
};

const refuse = ({ metrics }: Pick<Deps, 'metrics'>, message: string): AppError => {
  metrics.securityDenied('forbidden');
  return new AppError('forbidden', message);
};

/** Caches known rows, so that the database is asked once for each. */
const rememberStandIns = (standIn: StandIn): StandIn => {
  const known = createBoundedMap<UserId>(10_000);
  return async (who) => {
    const name = `${who.apiKeyId}/${who.label}`;
    const found = known.get(name) ?? (await standIn(who));
    known.set(name, found);
    return found;
  };
};
