import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api, bodyOf, type Me } from '../api/client.js';
import { useResource } from '../api/use-resource.js';
import { useWords } from '../i18n/index.js';
import { Dialog } from './dialog.js';
import { Icon } from './icon.js';
import type { IconName } from './icons.js';
import { mayOpen, type ScreenLink } from './screen-link.js';
import styles from './palette.module.css';

type Props = { me: Me; links: readonly ScreenLink[]; onClose: () => void };

type Choice = { href: string; name: string; kind: string; icon: IconName };

const FEW = 6;
const TYPING_MS = 200;

/** Goes anywhere by typing a part of its name: screens, conversations, documents. The arrow keys choose, Enter goes. */
export const Palette = ({ me, links, onClose }: Props) => {
  const { t } = useWords();
  const { route } = useLocation();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const choices = useChoices({ me, links, words });
  const chosen = choices[Math.min(at, choices.length - 1)];
  const go = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    onClose();
    route(choice.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      setAt(
        (before) => (Math.min(before, choices.length - 1) + step + choices.length) % choices.length,
      );
    }
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      go(chosen);
    }
  };
  return (
    <Dialog title={t.palette} onClose={onClose} look={styles['palette'] ?? ''}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="palette"
        aria-label={t.paletteHint}
        placeholder={t.paletteHint}
        aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
        value={words}
        maxLength={200}
        autoComplete="off"
        onInput={({ currentTarget }) => {
          setWords(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette" role="listbox" aria-label={t.palette} class={styles['choices']}>
        {choices.map((choice) => (
          <Option key={choice.href} choice={choice} isChosen={choice === chosen} go={go} />
        ))}
      </div>
      {choices.length === 0 && <p class="muted">{t.nothingFound}</p>}
    </Dialog>
  );
};

const idOf = ({ href }: Choice): string => `palette-${href}`;

type OptionProps = { choice: Choice; isChosen: boolean; go: (choice: Choice) => void };

const Option = ({ choice, isChosen, go }: OptionProps) => {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <div
      ref={option}
      id={idOf(choice)}
      role="option"
      aria-selected={isChosen}
      class={styles['choice']}
      onClick={() => go(choice)}
    >
      <Icon name={choice.icon} />
      <bdi class={styles['name']}>{choice.name}</bdi>
      <small>{choice.kind}</small>
    </div>
  );
};

/** Screens at once; conversations and documents as soon as the server has found them. */
const useChoices = ({ me, links, words }: Omit<Props, 'onClose'> & { words: string }): Choice[] => {
  const { t } = useWords();
  const wanted = useSettled(words.trim());
  const mayAsk = me.permissions.includes('chat');
  const mayRead = me.permissions.includes('documents:read');
  const found = useResource(
    `palette/${wanted}`,
    async (signal) => {
      const [sessions, documents] = await Promise.all([
        mayAsk
          ? api.GET('/v1/sessions', { params: { query: toQuery('text', wanted) }, signal })
          : null,
        mayRead && wanted !== ''
          ? api.GET('/v1/documents', { params: { query: toQuery('title', wanted) }, signal })
          : null,
      ]);
      return {
        sessions: sessions === null ? [] : bodyOf(sessions).items,
        documents: documents === null ? [] : bodyOf(documents).items,
      };
    },
    { keepsOld: true },
  );
  const isMeant = (name: string) =>
    name.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase());
  const screens = links
    .filter(({ needs, name }) => mayOpen(me, needs) && isMeant(t[name]))
    .map(({ path, name, icon }) => ({ href: path, name: t[name], kind: '', icon }));
  const { sessions = [], documents = [] } = found.value ?? {};
  return [
    ...screens,
    ...sessions.map(({ id, title }) => ({
      href: `/c/${id}`,
      name: title ?? t.untitled,
      kind: t.conversation,
      icon: 'ask' as const,
    })),
    ...documents.map(({ id, title }) => ({
      href: `/d/${id}`,
      name: title,
      kind: t.document,
      icon: 'text' as const,
    })),
  ];
};

const toQuery = (field: 'text' | 'title', words: string) =>
  words === '' ? { limit: FEW } : { limit: FEW, [field]: words };

const useSettled = (words: string): string => {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), TYPING_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
};
