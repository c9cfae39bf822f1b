import type { Permission } from '../shared/scope.js';
import type { TenantPolicy } from '../tenancy/index.js';
import { isNamedIn } from './is-named-in.js';
import type { Tool } from './tool.js';

type Permitted = {
  policy: Pick<TenantPolicy, 'tools'>;
  /** The permissions of the credential: a tool reads nothing that its routes would refuse. */
  permissions: readonly Permission[];
  /** Named with the request. */
  allowedTools: readonly string[];
  /** Named once and for all, in the user's preferences. */
  preferredTools: readonly string[];
  /** True once the prompt holds what others wrote: from then on a preference is not a permission. */
  hasTextOfOthers: boolean;
  /** The user's own words of this turn. */
  message: string;
};

/**
 * The tools of a turn's model: those of the tenant that the credential may read with, and of those with side effects only the ones that the
 * request, the user's words or, before anything was read, their preferences name as well.
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
  // What a service outside keeps cannot be taken back: only the request itself lets it be written.
  if (!STAYS_INSIDE.has(tool.risk) || !preferredTools.includes(tool.name)) return false;
  return !hasTextOfOthers || isAskedFor(tool, message);
};

/** The user names the tool, or asks for what it does in other words. */
const isAskedFor = ({ name, askedBy }: Tool, message: string): boolean =>
  isNamedIn(message, name) || askedBy?.test(message) === true;

/** The tools of a tenant: safe ones unless its policy has them off, the others only where it has them on. */
export const toolsOf = <Named extends Pick<Tool, 'name' | 'risk'>>(
  tools: readonly Named[],
  policy: Pick<TenantPolicy, 'tools'>,
): readonly Named[] =>
  tools.filter(({ name, risk }) =>
    // A name is a tool's own: `constructor` is switched by nothing that every object has.
    Object.hasOwn(policy.tools, name) ? policy.tools[name] === true : risk === 'safe',
  );

const STAYS_INSIDE: ReadonlySet<Tool['risk']> = new Set(['workspace', 'sandboxed']);

/** Such a tool changes something: files, what code does to them, or what a service outside keeps. */
export const isSideEffecting = ({ risk, hasSideEffects }: Tool): boolean =>
  STAYS_INSIDE.has(risk) || hasSideEffects === true;
