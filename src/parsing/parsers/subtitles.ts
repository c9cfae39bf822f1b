import { readText } from '../decode-text.js';
import type { Parser } from '../parser.js';

/** Subtitles as SubRip (SRT) and WebVTT: the spoken text in whole sentences; times, positions and colours are left out. */
export const subtitles: Parser = {
  name: 'subtitles',
  mimeType: 'text/vtt',
  label: 'subtitles (SRT, WebVTT)',
  extensions: ['.srt', '.vtt'],
  isPlainText: true,
  recognises: { text: ({ sample }) => SUBRIP.test(sample) || WEBVTT.test(sample) },
  read: async ({ bytes }) => {
    const { readSubtitles } = await import('./subtitles/read-subtitles.js');
    const { text, warnings } = readText(bytes);
    return { blocks: readSubtitles(text), pageCount: null, warnings };
  },
};

const SUBRIP =
  /^\s*\d{1,9}\s*\n\s*\d{1,3}:\d{2}:\d{2}[,.]\d{1,3}\s*-->\s*\d{1,3}:\d{2}:\d{2}[,.]\d/u;
const WEBVTT = /^\s*WEBVTT(?:[ \t\n]|$)/u;
