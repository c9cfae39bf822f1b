import { MESSAGE_LANGUAGES, messagesFor } from '../shared/i18n/index.js';

const COLON = /[:：]/;

const HEADINGS: readonly string[] = [
  'source|references|reference|reference list|bibliography|citations|works cited|sources cited|sources used|cited sources|footnotes|endnotes',
  'hivatkozások|hivatkozás|hivatkozott források|felhasznált források|felhasznált irodalom|irodalom|irodalomjegyzék|bibliográfia|idézetek|lábjegyzetek|forrás|forrásjegyzék',
  'quelle|quellenangaben|quellenverzeichnis|literatur|literaturverzeichnis|referenzen|bibliografie|bibliographie|nachweise|belege|zitate|fußnoten|einzelnachweise',
  'références|référence|bibliographie|ouvrages cités|sources citées|citations|notes de bas de page',
  'referencias|referencia|bibliografía|citas|fuente|fuentes citadas|obras citadas|notas al pie',
  'tài liệu tham khảo|tham khảo|trích dẫn|nguồn tham khảo|nguồn trích dẫn|thư mục|chú thích',
  '参考文献|参考资料|参考来源|引用|引用来源|引文|资料来源|信息来源|出处|文献|脚注|來源|參考文獻|參考資料',
].flatMap((names) => names.split('|'));

export type Headed = {
  /** `label`: what we write above our own list, `heading`: another that may mean more than that. */
  kind: 'label' | 'heading';
  rest: string;
};

/** The heading that a line opens with and what stands behind it. */
export const readHeading = (line: string): Headed | undefined => {
  const colon = line.search(COLON);
  const head = toHeading(colon === -1 ? line : line.slice(0, colon));
  const rest = colon === -1 ? '' : withoutDecoration(line.slice(colon + 1));
  if (LABELS.has(head)) return { kind: 'label', rest };
  return OTHERS.has(head) ? { kind: 'heading', rest } : undefined;
};

// Without accents: a letter whose accent is still to come is the beginning of the heading already.
const toHeading = (text: string): string =>
  withoutDecoration(text).replace(COLON, '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const DECORATION = /[\s*_`#\p{So}\uFE0F]/gu;

const withoutDecoration = (text: string): string => text.replace(DECORATION, '');

/** Whether more text could make a heading of a line that has no colon yet. */
export const mayBecomeHeading = (beginning: string): boolean => {
  if (COLON.test(beginning)) return false;
  const head = toHeading(beginning);
  return ALL.some((label) => label.startsWith(head));
};

const LABELS: ReadonlySet<string> = new Set(
  MESSAGE_LANGUAGES.map((language) => toHeading(messagesFor(language).sourcesLabel)),
);
const OTHERS: ReadonlySet<string> = new Set(HEADINGS.map(toHeading));
const ALL: readonly string[] = [...LABELS, ...OTHERS];
