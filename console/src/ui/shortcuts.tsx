import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Me } from '../api/client.js';
import { useWords } from '../i18n/index.js';
import { Dialog } from './dialog.js';
import type { ScreenLink } from './screen-link.js';
import styles from './palette.module.css';

type Props = { me: Me; links: readonly ScreenLink[] };
type PaletteComponent = ComponentType<Props & { onClose: () => void }>;

/** Keys that work on every screen: the palette, the search field, the next and the previous row, and the list of all keys. */
export const Shortcuts = ({ me, links }: Props) => {
  const [isHelp, setHelp] = useState(false);
  const [Palette, setPalette] = useState<PaletteComponent | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        // Loaded when it is opened; a part that cannot be loaded leaves the page as it is.
        import('./palette.js').then(
          (part) => setPalette(() => part.Palette),
          () => undefined,
        );
      } else if (!event.ctrlKey && !event.metaKey && !isBusy(event.target)) {
        if (event.key === '?') setHelp(true);
        else if (moves(event.key)) event.preventDefault();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      {Palette !== null && <Palette {...{ me, links }} onClose={() => setPalette(null)} />}
      {isHelp && <Keys onClose={() => setHelp(false)} />}
    </>
  );
};

/** Somebody is typing, or a dialog waits for them. */
const isBusy = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select')));

/** Does what a single key stands for; false where there is nothing to do it with. */
const moves = (key: string): boolean => {
  switch (key) {
    case '/':
      return focus(document.querySelector<HTMLElement>('main input[type="search"], textarea'));
    case 'j':
      return toRow(1);
    case 'k':
      return toRow(-1);
    default:
      return false;
  }
};

const focus = (element: HTMLElement | null): boolean => {
  element?.focus();
  return element !== null;
};

/** The link or button that each row, result or question begins with. */
const ROWS = 'main :is(tbody tr, .results li, .lines li, article)';

const toRow = (step: 1 | -1): boolean => {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step];
  return focus(next?.querySelector<HTMLElement>('a, button') ?? null);
};

const Keys = ({ onClose }: { onClose: () => void }) => {
  const { t } = useWords();
  const keys = [
    ['Ctrl K', t.palette],
    ['/', t.keySearch],
    ['J', t.keyNext],
    ['K', t.keyPrevious],
    ['?', t.shortcuts],
  ] as const;
  return (
    <Dialog title={t.shortcuts} onClose={onClose}>
      <dl class={styles['keys']}>
        {keys.map(([key, what]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
      <div class="actions">
        <button onClick={onClose}>{t.close}</button>
      </div>
    </Dialog>
  );
};
