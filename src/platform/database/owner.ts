import type { Scope, UserScope } from '../../shared/scope.js';

/** For repositories whose rows belong to a person: background work has none of its own. */
export const requireUser = (scope: Scope): UserScope => {
  if (scope.kind !== 'user') throw new Error('This needs the scope of a user.');
  return scope;
};

/** For whole-tenant sweeps, which no person may start. */
export const requireSystem = (scope: Scope): void => {
  if (scope.kind !== 'system') throw new Error('This needs a system scope.');
};
