import type { Permission } from '../shared/scope.js';
import type { TenantPolicy } from '../tenancy/index.js';
import { isNamedIn } from './is-named-in.js';
import type { Tool } from './tool.js';

type Permitted = {
  policy: Pick<TenantPolicy, 'tools'>;
  /** The permissions of the credential: a tool reads only what the credential's routes would allow. */
  permissions: readonly Permission[];
  /** Named in the request. */
  allowedTools: readonly string[];
  /** Named permanently in the user's preferences. */
  preferredTools: readonly string[];
  /** True once the prompt contains text written by others: from then on a preference is not a permission. */
  hasTextOfOthers: boolean;
  /** The user's own words in this turn. */
  message: string;
};

/**
 * The tools for a turn's model: those of the tenant that the credential may read with. Tools with side effects must also be named by the
 * request, by the user's words or, before anything was read, by their preferences.
 */
export const enabledTools = (tools: readonly Tool[], permitted: Permitted): readonly Tool[] =>
  toolsOf(tools, permitted.policy).filter(
    (tool) =>
      (tool.permission === undefined || permitted.permissions.includes(tool.permission)) &&
      (!isSideEffecting(tool) || mayAct(tool, permitted)),
  );

const mayAct = (
  tool: Tool,
  { allowedTools, preferredTools, hasTextOfOthers, message }: Permitted,
): boolean => {
  if (allowedTools.includes(tool.name)) return true;
  // A change at an outside service cannot be undone, so only the request itself can allow it.
  if (!STAYS_INSIDE.has(tool.risk) || !preferredTools.includes(tool.name)) return false;
  return !hasTextOfOthers || isAskedFor(tool, message);
};

/** The user names the tool, or asks for what it does in other words. */
const isAskedFor = ({ name, askedBy }: Tool, message: string): boolean =>
  isNamedIn(message, name) || askedBy?.test(message) === true;

/** The tools of a tenant: safe ones unless its policy disables them, others only if it enables them. */
export const toolsOf = <Named extends Pick<Tool, 'name' | 'risk'>>(
  tools: readonly Named[],
  policy: Pick<TenantPolicy, 'tools'>,
): readonly Named[] =>
  tools.filter(({ name, risk }) =>
    // An own property, because a tool named `constructor` must not match what every object has.
    Object.hasOwn(policy.tools, name) ? policy.tools[name] === true : risk === 'safe',
  );

const STAYS_INSIDE: ReadonlySet<Tool['risk']> = new Set(['workspace', 'sandboxed']);

/** Such a tool changes something: files, what code does to them, or data at an outside service. */
export const isSideEffecting = ({ risk, hasSideEffects }: Tool): boolean =>
  STAYS_INSIDE.has(risk) || hasSideEffects === true;
