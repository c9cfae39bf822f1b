import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import type { Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { Shell } from '../ui/shell.js';

type Props = { me: Me; action?: ComponentChildren; children: ComponentChildren };

/** The frame of users, groups, keys and the company's sign-in: one bar above them, to change from one to another. */
export const PeoplePage = ({ me, action, children }: Props) => {
  const { t } = useWords();
  const { path } = useLocation();
  const parts = [
    ['/people', t.users],
    ['/people/groups', t.groups],
    ['/people/keys', t.keys],
    ['/people/sign-in', t.companySignIn],
  ] as const;
  return (
    <Shell me={me}>
      <div class="bar">
        <h1 class="grow">{t.navPeople}</h1>
        {action}
      </div>
      <nav class="tabs" aria-label={t.navPeople}>
        {parts.map(([address, name]) => (
          <a key={address} href={address} {...(path === address && { 'aria-current': 'page' })}>
            {name}
          </a>
        ))}
      </nav>
      <div class="wide">{children}</div>
    </Shell>
  );
};
