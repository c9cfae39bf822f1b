import type { TenantPolicy } from '../tenancy/index.js';
import type { Tool } from './tool.js';

type Permitted = { policy: Pick<TenantPolicy, 'tools'>; allowedTools: readonly string[] };

/**
 * What exists for a turn's model: the tenant's tools, and of those with side effects only the ones that the user or the request named
 * as well.
 */
export const enabledTools = (
  tools: readonly Tool[],
  { policy, allowedTools }: Permitted,
): readonly Tool[] =>
  toolsOf(tools, policy).filter(
    (tool) => !isSideEffecting(tool) || allowedTools.includes(tool.name),
  );

/** What exists for a tenant: safe tools unless its policy has them off, the others only where it has them on. */
export const toolsOf = (
  tools: readonly Tool[],
  policy: Pick<TenantPolicy, 'tools'>,
): readonly Tool[] =>
  tools.filter(({ name, risk }) =>
    // A name is a tool's own: `constructor` is switched by nothing that every object has.
    Object.hasOwn(policy.tools, name) ? policy.tools[name] === true : risk === 'safe',
  );

const SIDE_EFFECTS: ReadonlySet<Tool['risk']> = new Set(['workspace', 'sandboxed']);

/** Such a tool changes something: files, what code does to them, or what a service outside keeps. */
export const isSideEffecting = ({ risk, hasSideEffects }: Tool): boolean =>
  SIDE_EFFECTS.has(risk) || hasSideEffects === true;
