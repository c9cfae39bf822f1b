import type { Attack } from '../attack.js';

/** Reported by people who attacked and operated the product without having written it; by number. */
export const REPORTED: readonly Attack[] = [
  {
    number: 132,
    attack: 'Fill all slots of code, sums or turns as one member',
    tests: [
      ['platform/sandbox/sandbox', "runs another tenant's script at once while"],
      ['platform/calculator/calculator', "answers another tenant's sum while"],
      ['platform/calculator/calculator', 'answers the users of a tenant in turn'],
      ['workflow/turn-shares.db', 'answer a tenant with one question long before'],
      ['workflow/turn-shares.db', 'answer a colleague long before the flood'],
      ['shared/fair-turns', 'give the last one to a tenant that has none, at once'],
      ['shared/fair-turns', 'has room for a colleague of a user whose work fills half of it'],
    ],
  },
];
