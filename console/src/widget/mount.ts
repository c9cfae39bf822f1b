import { element, renderAnswer } from './answer.js';
import { createAsk, type Answer, type Token } from './ask.js';
import { STYLE } from './style.js';
import { wordsOf, type Words } from './words.js';

/** What the owner of a page chooses; without them it speaks as the browser does. */
type Look = {
  title?: string | undefined;
  language?: string | undefined;
  /** As #rrggbb; anything else is the usual colour. */
  color?: string | undefined;
  /** Stands above the first question. */
  greeting?: string | undefined;
  /** Questions that a visitor asks with a click. */
  starters?: readonly string[];
};

type Settings = Look & {
  server: string;
  /** Gets a token by which the visitor asks. */
  renew: () => Promise<Token>;
};

/** Makes the chat as one element, which nothing of the page around it changes. */
export const mount = ({ server, renew, ...look }: Settings): HTMLElement => {
  const wanted = [chosen(look.language) ?? document.documentElement.lang, ...navigator.languages];
  const { language, words } = wordsOf(wanted);
  const host = element('div', { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' });
  paint(host, look.color ?? '');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const { greeting = '', starters = [] } = look;
  const title = chosen(look.title) ?? words.title;
  const ask = createAsk({ server, renew });
  root.append(...createPanel({ ask, server, words, title, greeting, starters }));
  return host;
};

/** An empty attribute is none. */
const chosen = (text: string | undefined) => (text === '' ? undefined : text);

/** Picks black or white text, whichever is easier to read on the colour. */
const paint = (host: HTMLElement, color: string): void => {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/iu.exec(color)?.slice(1);
  if (parts === undefined) return;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const isLight = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
  host.style.setProperty('--brand', color);
  host.style.setProperty('--on-brand', isLight ? '#000' : '#fff');
};

type Panel = {
  ask: ReturnType<typeof createAsk>;
  server: string;
  words: Words;
  title: string;
  greeting: string;
  starters: readonly string[];
};

const createPanel = ({ title, words, greeting, starters, ...parts }: Panel): HTMLElement[] => {
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
  const begin = createBeginning({ greeting, starters, onChoose: (text) => void turn.run(text) });
  log.append(...begin.shown);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const message = input.value.trim();
    if (turn.stop() || message === '') return;
    input.value = '';
    begin.end();
    void turn.run(message);
  });
  return [launch, panel];
};

type Beginning = Pick<Panel, 'greeting' | 'starters'> & { onChoose: (question: string) => void };

/** The greeting, and the questions to begin with, which go with the first one that is asked. */
const createBeginning = ({ greeting, starters, onChoose }: Beginning) => {
  const choices = element('div', { class: 'starters' });
  const end = () => choices.remove();
  for (const question of starters) {
    const button = element('button', { type: 'button' }, question);
    button.addEventListener('click', () => {
      end();
      onChoose(question);
    });
    choices.append(button);
  }
  const said = greeting === '' ? [] : [element('div', { class: 'answer' }, greeting)];
  return { shown: starters.length === 0 ? said : [...said, choices], end };
};

type TurnParts = Pick<Panel, 'ask' | 'server' | 'words'> & {
  log: HTMLElement;
  submit: HTMLElement;
};

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
