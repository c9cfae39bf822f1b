import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Me } from '../api/client.js';
import { signOut } from '../api/sign-in.js';
import { LANGUAGE_NAMES, useWords } from '../i18n/index.js';

type Props = {
  me: Me;
  side?: ComponentChildren;
  aside?: ComponentChildren;
  children: ComponentChildren;
};

/** What every screen stands in: the navigation at its side, the account below, a page to read beside it where one is open. */
export const Shell = ({ me, side, aside, children }: Props) => {
  const { t } = useWords();
  const { path, url } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    setOpen(false);
  }, [url]);
  const isAsking = path === '/' || path.startsWith('/c/');
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
        <a href="/" {...(isAsking && { 'aria-current': 'page' })}>
          {t.navAsk}
        </a>
        <a href="/d" {...(path.startsWith('/d') && { 'aria-current': 'page' })}>
          {t.navDocuments}
        </a>
        <div class="side-more">{side}</div>
        <Account me={me} />
      </nav>
      <main id="main" tabIndex={-1}>
        <OfflineLine />
        {children}
      </main>
      {aside}
    </div>
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

const Account = ({ me }: { me: Me }) => {
  const { t } = useWords();
  return (
    <div class="account">
      <bdi class="who" title={me.user?.email ?? ''}>
        {me.user?.email ?? ''}
      </bdi>
      <small>
        <bdi>{me.tenant?.name ?? ''}</bdi>
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
