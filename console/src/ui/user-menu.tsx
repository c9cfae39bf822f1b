import { useLocation } from 'preact-iso';
import { api, type Me } from '../api/client.js';
import { signOut } from '../api/sign-in.js';
import { LANGUAGE_NAMES, useWords } from '../i18n/index.js';
import { Icon } from './icon.js';
import { useMeChanged } from './me-changed.js';
import { Unfolded } from './row-actions.js';
import { ThemeChoice } from './theme-choice.js';
import styles from './user-menu.module.css';

/** The menu of the signed-in person: account, language, sign out. */
export const UserMenu = ({ me: { user, tenant, permissions } }: { me: Me }) => {
  const { t } = useWords();
  const { path } = useLocation();
  const mayKeep = user !== null && permissions.includes('chat');
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
        <LanguageSelect isKept={mayKeep} />
        {user !== null && mayKeep && <ThemeChoice user={user} />}
        <button class="quiet" onClick={() => void signOut()}>
          {t.signOut}
        </button>
      </Unfolded>
    </div>
  );
};

/** The language of the console's own words; `isKept`: with the account, for every browser. */
export const LanguageSelect = ({ isKept }: { isKept: boolean }) => {
  const { t, language, setLanguage } = useWords();
  const reload = useMeChanged();
  const choose = (chosen: string) => {
    setLanguage(chosen);
    if (!isKept) return;
    api
      .PATCH('/v1/me', { body: { preferences: { consoleLanguage: chosen } } })
      .then(reload, reload);
  };
  return (
    <select
      aria-label={t.language}
      value={language}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {LANGUAGE_NAMES.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
};
