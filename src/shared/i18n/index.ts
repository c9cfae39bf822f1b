import { ar } from './ar.js';
import { de } from './de.js';
import { en, type Messages } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { hu } from './hu.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { ko } from './ko.js';
import { pl } from './pl.js';
import { pt } from './pt.js';
import { ru } from './ru.js';
import { tr } from './tr.js';
import { vi } from './vi.js';
import { zh } from './zh.js';

const catalogues: ReadonlyMap<string, Messages> = new Map(
  Object.entries({ en, hu, de, fr, es, vi, zh, ja, ko, ru, it, tr, ar, pt, pl }),
);

/** By ISO 639-1 code. */
export const MESSAGE_LANGUAGES: readonly string[] = [...catalogues.keys()];

/** Our sentences in a language; in English if the language has no file. */
export const messagesFor = (language: string): Messages => catalogues.get(language) ?? en;
