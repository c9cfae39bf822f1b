import { element, renderAnswer } from './answer.js';
import { createAsk, type Answer } from './ask.js';
import { STYLE } from './style.js';
import { wordsOf, type Words } from './words.js';

type Panel = {
  ask: ReturnType<typeof createAsk>;
  server: string;
  words: Words;
  title: string;
};

/** Puts the chat on the page whose script element loads this file; that element's data attributes are its settings. */
const start = (script: HTMLOrSVGScriptElement | null): void => {
  const { tokenUrl, title, language } = script?.dataset ?? {};
  if (!(script instanceof HTMLScriptElement) || tokenUrl === undefined) {
    throw new Error('widget.js: its script element needs data-token-url');
  }
  const wanted = [language ?? document.documentElement.lang, ...navigator.languages];
  const { language: spoken, words } = wordsOf(wanted);
  const server = new URL(script.src).origin;
  const host = element('div', { lang: spoken, dir: spoken === 'ar' ? 'rtl' : 'ltr' });
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const ask = createAsk({ server, tokenUrl });
  root.append(...createPanel({ ask, server, words, title: title ?? words.title }));
  document.body.append(host);
};

const createPanel = ({ title, words, ...parts }: Panel): HTMLElement[] => {
  const launch = element('button', { class: 'launch', 'aria-expanded': 'false' }, title);
  const close = element('button', { class: 'close', 'aria-label': words.close }, '×');
  const log = element('div', { class: 'log', role: 'log', tabindex: '0', 'aria-label': title });
  const input = element('textarea', { rows: '2', 'aria-label': words.question, maxlength: '4000' });
  const submit = element('button', {}, words.ask);
  const form = element('form', {}, input, submit);
  const panel = element(
    'section',
    { class: 'panel', role: 'dialog', 'aria-label': title },
    element('header', {}, element('h2', {}, title), close),
    log,
    form,
  );
  const show = (isOpen: boolean) => {
    panel.hidden = !isOpen;
    launch.hidden = isOpen;
    launch.setAttribute('aria-expanded', String(isOpen));
    (isOpen ? input : launch).focus();
  };
  panel.hidden = true;
  launch.setAttribute('aria-label', `${words.open}: ${title}`);
  launch.addEventListener('click', () => show(true));
  close.addEventListener('click', () => show(false));
  panel.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') show(false);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  const turn = createTurn({ words, log, submit, ...parts });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const message = input.value.trim();
    if (turn.stop() || message === '') return;
    input.value = '';
    void turn.run(message);
  });
  return [launch, panel];
};

type TurnParts = Omit<Panel, 'title'> & { log: HTMLElement; submit: HTMLElement };

/** One question at a time: while it is answered, the button stops it. */
const createTurn = ({ ask, server, words, log, submit }: TurnParts) => {
  let running: AbortController | null = null;
  const said = (who: string, className: string, ...children: Node[]): HTMLElement => {
    const name = element('span', { class: 'who' }, `${who}: `);
    const made = element('div', { class: className }, name, ...children);
    log.append(made);
    made.scrollIntoView({ block: 'nearest' });
    return made;
  };
  const end = (box: HTMLElement, shown: readonly (Node | string)[]) => {
    box.lastChild?.remove();
    box.append(...shown);
    box.removeAttribute('aria-busy');
    box.scrollIntoView({ block: 'nearest' });
  };
  const run = async (message: string): Promise<void> => {
    const controller = (running = new AbortController());
    submit.textContent = words.stop;
    said(words.you, 'you', document.createTextNode(message));
    const text = element('div', { class: 'text' }, words.working);
    const box = said(words.answer, 'answer', text);
    // Read out as a whole once it is whole, not piece by piece.
    box.setAttribute('aria-busy', 'true');
    let written = '';
    const onText = (piece: string) => {
      text.textContent = written += piece;
      box.scrollIntoView({ block: 'nearest' });
    };
    try {
      const answer: Answer = await ask({ message, signal: controller.signal, onText });
      end(box, renderAnswer({ ...answer, server, words }));
    } catch {
      end(box, [controller.signal.aborted ? words.stopped : words.failed]);
    }
    running = null;
    submit.textContent = words.ask;
  };
  return {
    run,
    /** False where nothing is being answered. */
    stop: (): boolean => {
      running?.abort();
      return running !== null;
    },
  };
};

const here = document.currentScript;
if (document.readyState !== 'loading') start(here);
else document.addEventListener('DOMContentLoaded', () => start(here));
