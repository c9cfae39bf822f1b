import { mount } from './mount.js';
import type { Token } from './ask.js';

const MOST_STARTERS = 6;

/** Puts the chat on the page whose script element loads this file; that element's data attributes are its settings. */
const start = (script: HTMLOrSVGScriptElement | null): void => {
  const { tokenUrl, starters, ...look } = script?.dataset ?? {};
  if (!(script instanceof HTMLScriptElement) || tokenUrl === undefined) {
    throw new Error('widget.js: its script element needs data-token-url');
  }
  const renew = async (): Promise<Token> => {
    const response = await fetch(tokenUrl, { method: 'POST' });
    if (!response.ok) throw new Error(`No token: ${response.status}`);
    // The page's own server made it.
    return (await response.json()) as Token;
  };
  const questions = (starters ?? '').split('|').map((one) => one.trim());
  const { title, language, color, greeting } = look;
  const host = mount({
    server: new URL(script.src).origin,
    renew,
    title,
    language,
    color,
    greeting,
    starters: questions.filter((one) => one !== '').slice(0, MOST_STARTERS),
  });
  document.body.append(host);
};

const here = document.currentScript;
if (document.readyState !== 'loading') start(here);
else document.addEventListener('DOMContentLoaded', () => start(here));
