import type { ToolCallRecord } from '../conversations/index.js';
import { messagesFor } from '../shared/i18n/index.js';

const MAX_FILES = 20;

/** The files that the turn's tools made, each once with a link to download it; empty without any. Models forget to name them, and may link nothing themselves. */
export const renderFileList = (
  toolCalls: readonly Pick<ToolCallRecord, 'files'>[],
  language: string,
): string => {
  const files = toolCalls.flatMap((call) => call.files).filter(({ url }) => OWN_FILE.test(url));
  const byUrl = [...new Map(files.map((file) => [file.url, file])).values()];
  if (byUrl.length === 0) return '';
  const lines = byUrl.slice(0, MAX_FILES).map(({ name, url }) => `- [${toLinkText(name)}](${url})`);
  const more = byUrl.length > MAX_FILES ? [`- … +${byUrl.length - MAX_FILES}`] : [];
  return ['\n', messagesFor(language).filesLabel, ...lines, ...more].join('\n');
};

/** A link of ours leads to a file of ours and nowhere else, whatever a tool says. */
const OWN_FILE = /^\/v1\/files\/[\w.~%-]+$/;

/** What Markdown would read as more than a letter; an underscore inside a word is none. */
const toLinkText = (name: string): string =>
  name
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]`*<>&~!|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
