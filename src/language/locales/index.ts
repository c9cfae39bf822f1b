import type { Locale } from '../locale.js';
import { ar } from './ar.js';
import { bg } from './bg.js';
import { cs } from './cs.js';
import { da } from './da.js';
import { de } from './de.js';
import { el } from './el.js';
import { en } from './en.js';
import { es } from './es.js';
import { fa } from './fa.js';
import { fi } from './fi.js';
import { fr } from './fr.js';
import { ga } from './ga.js';
import { he } from './he.js';
import { hi } from './hi.js';
import { hu } from './hu.js';
import { hy } from './hy.js';
import { id } from './id.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { ko } from './ko.js';
import { lt } from './lt.js';
import { ne } from './ne.js';
import { nl } from './nl.js';
import { no } from './no.js';
import { pl } from './pl.js';
import { pt } from './pt.js';
import { ro } from './ro.js';
import { ru } from './ru.js';
import { sr } from './sr.js';
import { sv } from './sv.js';
import { ta } from './ta.js';
import { th } from './th.js';
import { tr } from './tr.js';
import { uk } from './uk.js';
import { ur } from './ur.js';
import { vi } from './vi.js';
import { zh } from './zh.js';

/** Every language that we support in some way, by its ISO 639-1 code; of two that fit a text equally well the first is taken. */
export const LOCALES = {
  en,
  hu,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  sv,
  da,
  no,
  fi,
  ro,
  tr,
  vi,
  pl,
  cs,
  id,
  ru,
  uk,
  bg,
  sr,
  ar,
  fa,
  ur,
  hi,
  ne,
  zh,
  ja,
  ko,
  th,
  el,
  he,
  hy,
  ta,
  ga,
  lt,
} satisfies Readonly<Record<string, Locale>>;
