import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { Icon } from './icon.js';
import { mayOpen, type ScreenLink } from './screen-link.js';
import styles from './side-bar.module.css';
import { UserMenu } from './user-menu.js';

const Navigation = createContext<readonly ScreenLink[]>([]);
export const NavigationProvider = Navigation.Provider;

/** Counts what waits to be looked at on a screen, by the address of the screen. */
const Waiting = createContext<Readonly<Record<string, number>>>({});
export const WaitingProvider = Waiting.Provider;

type Props = {
  me: Me;
  /** Narrow screens show the side bar only when it is opened. */
  isOpen: boolean;
  /** What a screen adds below the links; it scrolls by itself. */
  children: ComponentChildren;
};

/** The links at the side: those of everybody, or those of administrators where one of their screens is shown. */
export const SideBar = ({ me, isOpen, children }: Props) => {
  const { t } = useWords();
  const { path } = useLocation();
  const links = useContext(Navigation).filter(({ needs }) => mayOpen(me, needs));
  const ofAdmins = links.filter(({ needs }) => needs === 'admin');
  const isAdministration = ofAdmins.some((link) => isHere(link, path));
  return (
    <nav
      id="side"
      class={`side ${styles['bar']} ${isOpen ? styles['open'] : ''}`}
      aria-label={t.navigation}
    >
      <Brand />
      {isAdministration ? (
        <>
          <a class={styles['link']} href="/">
            <span class={styles['back']}>
              <Icon name="back" />
            </span>
            {t.backToAsking}
          </a>
          <h2>{t.navAdministration}</h2>
          <Links links={ofAdmins} />
        </>
      ) : (
        <>
          <Links links={links.filter(({ needs }) => needs !== 'admin')} />
          {ofAdmins[0] !== undefined && (
            <a class={styles['link']} href={ofAdmins[0].path}>
              <Icon name="admin" />
              {t.navAdministration}
            </a>
          )}
        </>
      )}
      <div class={styles['more']}>{children}</div>
      <UserMenu me={me} />
    </nav>
  );
};

const isHere = ({ path: own, within = `${own}/` }: ScreenLink, path: string): boolean =>
  path === own || path.startsWith(within);

const Links = ({ links }: { links: readonly ScreenLink[] }) => {
  const { t } = useWords();
  const { path } = useLocation();
  const waiting = useContext(Waiting);
  return links.map((link) => (
    <a
      key={link.path}
      class={styles['link']}
      href={link.path}
      {...(isHere(link, path) && { 'aria-current': 'page' })}
    >
      <Icon name={link.icon} />
      <span class={styles['name']}>{t[link.name]}</span>
      <Count count={waiting[link.path] ?? 0} />
    </a>
  ));
};

const Count = ({ count }: { count: number }) => {
  const { t, format } = useWords();
  if (count === 0) return null;
  const words = t.toLookAt(format.number(count));
  return (
    <span class={styles['count']} title={words}>
      <span aria-hidden="true">{format.number(count)}</span>
      <span class="unseen">{words}</span>
    </span>
  );
};

export const Brand = () => {
  const { t } = useWords();
  return (
    <div class="brand">
      <svg
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
        aria-hidden="true"
      >
        <path d="M3 4h6v12H3zM11 4h6v5h-6zM11 12h6v4h-6z" />
      </svg>
      {t.product}
    </div>
  );
};
