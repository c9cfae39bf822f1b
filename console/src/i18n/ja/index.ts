import type { Messages } from '../en/index.js';
import { account } from './account.js';
import { ask } from './ask.js';
import { audit } from './audit.js';
import { common } from './common.js';
import { documents } from './documents.js';
import { metrics } from './metrics.js';
import { pages } from './pages.js';
import { people } from './people.js';
import { receipt } from './receipt.js';
import { search } from './search.js';
import { settings } from './settings.js';
import { signIn } from './sign-in.js';
import { sources } from './sources.js';
import { tenants } from './tenants.js';

export const ja: Messages = {
  ...common,
  ...signIn,
  ...account,
  ...ask,
  ...documents,
  ...audit,
  ...metrics,
  ...pages,
  ...people,
  ...settings,
  ...receipt,
  ...search,
  ...sources,
  ...tenants,
};
