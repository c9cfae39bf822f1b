import type { Me } from '../api/client.js';
import type { Messages } from '../i18n/en/index.js';
import type { IconName } from './icons.js';

type SentenceKey = {
  [Key in keyof Messages]: Messages[Key] extends string ? Key : never;
}[keyof Messages];

/** A screen as the navigation shows it. */
export type ScreenLink = {
  path: string;
  name: SentenceKey;
  icon: IconName;
  /** The beginning of other addresses at which one is there, too. */
  within?: string;
  /** Without this permission neither the link nor the screen is shown; the operator sees their own alone. */
  needs?: Me['permissions'][number] | 'operator';
};

export const mayOpen = (me: Me, needs: ScreenLink['needs']): boolean => {
  if (me.role === 'operator' || needs === 'operator') return me.role === needs;
  return needs === undefined || me.permissions.includes(needs);
};
