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

/** Every sentence of the console, a file for each of its parts; a language that misses one does not compile. */
export const en = {
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

/** The same keys; what takes numbers or names is a function of the same arguments. */
type Worded<Part> = {
  [Key in keyof Part]: Part[Key] extends string
    ? string
    : Part[Key] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Worded<Part[Key]>;
};
export type Messages = Worded<typeof en>;
