import type { DocumentWarning } from '../../../shared/document-warnings.js';
import { wordSet } from '../../parser.js';

type Attributes = Readonly<Record<string, string>>;

/**
 * The reason why an element is not read: it is never content, its author hides it, it was struck out, it is drawn, or it is another page.
 */
export type Unread = 'no_content' | 'hidden' | 'struck' | 'drawing' | 'frame';

/** Undefined for an element that is read. */
export const whyUnread = (
  name: string,
  attributes: Attributes,
  parent?: string,
): Unread | undefined => {
  const style = attributes['style'] ?? '';
  if (STRUCK.has(name) || STRUCK_STYLE.test(style)) return 'struck';
  if (name === 'svg') return 'drawing';
  if (FRAMES.has(name)) return isShownFrame(attributes) ? 'frame' : 'no_content';
  if (NO_CONTENT.has(name) || isNoteMark(name, attributes, parent)) return 'no_content';
  if (attributes['aria-hidden'] === 'true' || isNavigation(attributes)) return 'no_content';
  return 'hidden' in attributes || HIDDEN_STYLE.test(style) ? 'hidden' : undefined;
};

/** The warnings for what was left out. */
export const warningsOf = (leftOut: ReadonlySet<Unread>): DocumentWarning[] => [
  ...(leftOut.has('struck') ? [STRUCK_WARNING] : []),
  ...(leftOut.has('hidden') ? [HIDDEN_WARNING] : []),
  ...(leftOut.has('drawing') ? [DRAWING_WARNING] : []),
  ...(leftOut.has('frame') ? [FRAME_WARNING] : []),
];

export const STRUCK_WARNING: DocumentWarning = {
  code: 'content_left_out',
  detail: 'Text that is struck out was left out.',
};
const HIDDEN_WARNING: DocumentWarning = {
  code: 'content_left_out',
  detail: 'Text that the page hides was left out.',
};

const DRAWING_WARNING: DocumentWarning = {
  code: 'content_left_out',
  detail: 'Text inside drawings (SVG) was left out.',
};
const FRAME_WARNING: DocumentWarning = {
  code: 'content_left_out',
  detail: 'The page shows other pages in frames, which were not read.',
};

const FRAMES = wordSet('iframe frame');

/** Frames of one point are visitor counters. */
const isShownFrame = ({ src = '', srcdoc = '', width = '', height = '' }: Attributes): boolean =>
  (srcdoc !== '' || !/^\s*(?:about:|javascript:|$)/iu.test(src)) &&
  ![width, height].some((size) => /^[01](?:px)?$/u.test(size.trim()));

const STRUCK = wordSet('del s strike');
const STRUCK_STYLE = /text-decoration(?:-line)?\s*:[^;]*line-through/i;
const HIDDEN_STYLE =
  /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:font-size|opacity)\s*:\s*0(?![.\d]))/i;

const isNavigation = (attributes: Attributes): boolean =>
  attributes['role'] === 'navigation' || NAVIGATION.test(attributes['class'] ?? '');

/** The class names that documentation tools and content systems give to navigation elements. */
const NAVIGATION =
  /(?:^|\s)(?:navbar|navigation|nav-links|breadcrumbs?|sphinxsidebar|headerlink|anchor-link|toc|table-of-contents|skip-link|pagination|cookie-banner)(?=\s|$)/i;

const NOTE_SYMBOL = /\bsd(?:foot|end)notesym\b/;

/** LibreOffice's number before a note, and any link to a note: joined to a word it would make another word. */
const isNoteMark = (name: string, attributes: Attributes, parent?: string): boolean =>
  (name === 'a' && (parent === 'sup' || NOTE_SYMBOL.test(attributes['class'] ?? ''))) ||
  (name === 'sup' && parent === 'a');

const NO_CONTENT = wordSet(
  'script style nav noscript template object head button datalist audio video canvas rt rp rtc',
);
