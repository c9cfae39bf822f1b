import { useEffect, useState } from 'preact/hooks';
import { api, type Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { useMeChanged } from './me-changed.js';
import styles from './theme-choice.module.css';

type Theme = NonNullable<NonNullable<Me['user']>['preferences']['theme']>;

/** Applies the user's theme, or the browser's, while somebody is signed in. */
export const useTheme = (theme: Theme | null): void =>
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === null) delete dataset['theme'];
    else dataset['theme'] = theme;
    return () => {
      delete dataset['theme'];
    };
  }, [theme]);

/** Light, dark, or as the browser: kept with the account. */
export const ThemeChoice = ({ user }: { user: NonNullable<Me['user']> }) => {
  const { t } = useWords();
  const reload = useMeChanged();
  const [chosen, setChosen] = useState<Theme | null>(user.preferences.theme ?? null);
  const choose = (theme: Theme | null) => {
    setChosen(theme);
    api.PATCH('/v1/me', { body: { preferences: { theme } } }).then(reload, reload);
  };
  const options = [
    ['light', t.themeLight],
    ['dark', t.themeDark],
    [null, t.themeSystem],
  ] as const;
  return (
    <div role="group" aria-label={t.theme} class={styles['group']}>
      {options.map(([theme, name]) => (
        <button
          key={name}
          class="quiet"
          aria-pressed={theme === chosen}
          onClick={() => choose(theme)}
        >
          {name}
        </button>
      ))}
    </div>
  );
};
