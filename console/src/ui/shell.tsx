import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Me } from '../api/client.js';
import { signOut } from '../api/sign-in.js';
import { LANGUAGE_NAMES, useWords } from '../i18n/index.js';
import type { Messages } from '../i18n/en/index.js';

type SentenceKey = {
  [Key in keyof Messages]: Messages[Key] extends string ? Key : never;
}[keyof Messages];

/** A screen as the navigation shows it. */
export type ScreenLink = {
  path: string;
  name: SentenceKey;
  /** The beginning of other addresses at which one is there, too. */
  within?: string;
  /** Without this permission neither the link nor the screen is shown; the operator sees their own alone. */
  needs?: Me['permissions'][number] | 'operator';
};

const Navigation = createContext<readonly ScreenLink[]>([]);
export const NavigationProvider = Navigation.Provider;

/** Counts what waits to be looked at on a screen, by the address of the screen. */
const Waiting = createContext<Readonly<Record<string, number>>>({});
export const WaitingProvider = Waiting.Provider;

/** Asks anew who is signed in, after they have changed something of themselves. */
const MeChanged = createContext<() => void>(() => undefined);
export const MeChangedProvider = MeChanged.Provider;
export const useMeChanged = (): (() => void) => useContext(MeChanged);

export const mayOpen = (me: Me, needs: ScreenLink['needs']): boolean => {
  if (me.role === 'operator' || needs === 'operator') return me.role === needs;
  return needs === undefined || me.permissions.includes(needs);
};

type Props = {
  me: Me;
  /** The title of the screen for the browser's tab: a sentence of ours, or the name of what is shown. */
  title: string;
  side?: ComponentChildren;
  aside?: ComponentChildren;
  children: ComponentChildren;
};

/** The frame of every screen: the navigation at its side, the account below, and a page to read beside it where one is open. */
export const Shell = ({ me, title, side, aside, children }: Props) => {
  const { t } = useWords();
  const { url } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} – ${t.product}`;
  }, [title, t]);
  useEffect(() => {
    setOpen(false);
  }, [url]);
  useEffect(() => {
    // Whoever goes by keys is on the new screen, not where the link of the old one was.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class={`app${aside ? ' with-page' : ''}`}>
      <a class="skip" href="#main">
        {t.skip}
      </a>
      <header class="top">
        <button
          class="quiet"
          aria-expanded={isOpen}
          aria-controls="side"
          onClick={() => setOpen(!isOpen)}
        >
          ☰ {t.menu}
        </button>
        <Brand />
      </header>
      <nav id="side" class={`side${isOpen ? ' open' : ''}`} aria-label={t.navigation}>
        <Brand />
        <Links me={me} />
        <div class="side-more">{side}</div>
        <Account me={me} />
      </nav>
      <main id="main" ref={main} tabIndex={-1}>
        <OfflineLine />
        {children}
      </main>
      {aside}
    </div>
  );
};

/** Links for everybody, and below them those for administrators. */
const Links = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const { path } = useLocation();
  const waiting = useContext(Waiting);
  const links = useContext(Navigation).filter(({ needs }) => mayOpen(me, needs));
  const isHere = ({ path: own, within = `${own}/` }: ScreenLink): boolean =>
    path === own || path.startsWith(within);
  const toLink = (link: ScreenLink) => (
    <a key={link.path} href={link.path} {...(isHere(link) && { 'aria-current': 'page' })}>
      {t[link.name]}
      <Count count={waiting[link.path] ?? 0} />
    </a>
  );
  const ofAdmins = links.filter(({ needs }) => needs === 'admin');
  return (
    <>
      {links.filter(({ needs }) => needs !== 'admin').map(toLink)}
      {ofAdmins.length > 0 && (
        <section aria-label={t.navAdministration}>
          <h2>{t.navAdministration}</h2>
          {ofAdmins.map(toLink)}
        </section>
      )}
    </>
  );
};

const Count = ({ count }: { count: number }) => {
  const { t, format } = useWords();
  if (count === 0) return null;
  const words = t.toLookAt(format.number(count));
  return (
    <span class="count" title={words}>
      <span aria-hidden="true">{format.number(count)}</span>
      <span class="unseen">{words}</span>
    </span>
  );
};

const Brand = () => {
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

const Account = ({ me: { user, tenant } }: { me: Me }) => {
  const { t } = useWords();
  const { path } = useLocation();
  return (
    <div class="account">
      {user === null ? (
        <bdi class="who">{t.operator}</bdi>
      ) : (
        <a
          href="/account"
          title={user.email}
          {...(path === '/account' && { 'aria-current': 'page' })}
        >
          {t.account} <bdi class="who">{user.email}</bdi>
        </a>
      )}
      <small>
        <bdi>{tenant?.name ?? ''}</bdi>
      </small>
      <LanguageSelect />
      <button class="quiet" onClick={() => void signOut()}>
        {t.signOut}
      </button>
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

const OfflineLine = () => {
  const { t } = useWords();
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return isOnline ? null : (
    <p class="offline" role="status">
      {t.offline}
    </p>
  );
};
