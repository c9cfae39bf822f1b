import { useLocation } from 'preact-iso';
import type { Me } from '../api/client.js';
import { signOut } from '../api/sign-in.js';
import { LANGUAGE_NAMES, useWords } from '../i18n/index.js';
import { Icon } from './icon.js';
import { Unfolded } from './row-actions.js';
import { ThemeChoice } from './theme-choice.js';
import styles from './user-menu.module.css';

/** The menu of the signed-in person: account, language, sign out. */
export const UserMenu = ({ me: { user, tenant, permissions } }: { me: Me }) => {
  const { t } = useWords();
  const { path } = useLocation();
  const name = user?.preferences.name ?? user?.email ?? t.operator;
  return (
    <div class={styles['menu']}>
      <Unfolded
        summary={
          <span class={styles['who']} title={user?.email}>
            <span class={styles['initial']} aria-hidden="true">
              {String.fromCodePoint(name.codePointAt(0) ?? 63).toLocaleUpperCase()}
            </span>
            <span class={styles['names']}>
              <span class="unseen">{t.account} </span>
              <bdi>{name}</bdi>
              {tenant !== null && (
                <small>
                  <bdi>{tenant.name}</bdi>
                </small>
              )}
            </span>
            <Icon name="up" />
          </span>
        }
      >
        {user !== null && (
          <a href="/account" {...(path === '/account' && { 'aria-current': 'page' })}>
            <Icon name="user" />
            {t.account}
          </a>
        )}
        <LanguageSelect />
        {user !== null && permissions.includes('chat') && <ThemeChoice user={user} />}
        <button class="quiet" onClick={() => void signOut()}>
          {t.signOut}
        </button>
      </Unfolded>
    </div>
  );
};

export const LanguageSelect = () => {
  const { t, language, setLanguage } = useWords();
  return (
    <select
      aria-label={t.language}
      value={language}
      onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
    >
      {LANGUAGE_NAMES.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
};
