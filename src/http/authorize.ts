import { AppError } from '../shared/errors.js';
import type { Access, Caller } from './route.js';

/** Refuses a caller whose role or key lacks what the route asks for. */
export const authorize = (access: Exclude<Access, 'public'>, caller: Caller): void => {
  const role = caller.kind === 'operator' ? 'operator' : caller.scope.role;
  if (!access.roles.includes(role)) throw forbidden();
  if (caller.kind === 'operator' || access.permission === undefined) return;
  if (!caller.scope.permissions.includes(access.permission)) throw forbidden();
};

const forbidden = () => new AppError('forbidden', 'This credential may not do that.');
