import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { Icon } from './icon.js';
import { Brand, SideBar } from './side-bar.js';

type Props = {
  me: Me;
  /** The title of the screen for the browser's tab: a sentence of ours, or the name of what is shown. */
  title: string;
  side?: ComponentChildren;
  aside?: ComponentChildren;
  children: ComponentChildren;
};

/** The frame of every screen: the navigation and the account at its side, and a page to read beside it where one is open. */
export const Shell = ({ me, title, side, aside, children }: Props) => {
  const { t } = useWords();
  const main = useRef<HTMLElement>(null);
  const menu = useMenu();
  useEffect(() => {
    document.title = `${title} – ${t.product}`;
  }, [title, t]);
  useEffect(() => {
    // Whoever goes by keys is on the new screen, not where the link of the old one was.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class={`app${aside ? ' with-page' : ''}`} onKeyDown={menu.onKeyDown}>
      <a class="skip" href="#main">
        {t.skip}
      </a>
      <header class="top">
        <button
          ref={menu.button}
          class="quiet"
          aria-expanded={menu.isOpen}
          aria-controls="side"
          onClick={menu.toggle}
        >
          <Icon name="menu" /> {t.menu}
        </button>
        <Brand />
      </header>
      <SideBar me={me} isOpen={menu.isOpen}>
        {side}
      </SideBar>
      <main id="main" ref={main} tabIndex={-1}>
        <OfflineLine />
        {children}
      </main>
      {aside}
    </div>
  );
};

/** The side bar of a narrow screen: opened, it has the focus; Escape and another screen close it. */
const useMenu = () => {
  const { url } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => setOpen(false), [url]);
  useEffect(() => {
    if (isOpen) document.querySelector<HTMLElement>('#side a')?.focus();
  }, [isOpen]);
  return {
    isOpen,
    button,
    toggle: () => setOpen(!isOpen),
    onKeyDown: ({ key, defaultPrevented }: KeyboardEvent) => {
      if (!isOpen || key !== 'Escape' || defaultPrevented) return;
      setOpen(false);
      button.current?.focus();
    },
  };
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
