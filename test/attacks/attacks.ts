import type { Attack } from './attack.js';
import { EVIDENCE } from './list/evidence.js';
import { FOUND } from './list/found.js';
import { INPUT } from './list/input.js';
import { MODELS } from './list/models.js';
import { OTHER_TENANTS } from './list/other-tenants.js';
import { REPORTED } from './list/reported.js';
import { RIGHTS } from './list/rights.js';
import { SIGN_IN } from './list/sign-in.js';
import { STORES } from './list/stores.js';
import { STRANGERS } from './list/strangers.js';

/** Every attack that the system must survive, with the tests that hold it. */
export const ATTACKS: readonly Attack[] = [
  ...OTHER_TENANTS,
  ...RIGHTS,
  ...INPUT,
  ...MODELS,
  ...STORES,
  ...FOUND,
  ...REPORTED,
  ...EVIDENCE,
  ...SIGN_IN,
  ...STRANGERS,
];
