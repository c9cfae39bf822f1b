import type { ComponentChildren } from 'preact';
import type { Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { TabbedPage } from '../ui/tabbed-page.js';

type Props = { me: Me; action?: ComponentChildren; children: ComponentChildren };

/** The frame of users, groups, keys and the company's sign-in. */
export const PeoplePage = (props: Props) => {
  const { t } = useWords();
  const parts = [
    ['/people', t.users],
    ['/people/groups', t.groups],
    ['/people/keys', t.keys],
    ['/people/sign-in', t.companySignIn],
  ] as const;
  return <TabbedPage title={t.navPeople} parts={parts} {...props} />;
};
