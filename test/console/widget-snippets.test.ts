import { describe, expect, it } from '@jest/globals';
import { toPageSnippet, toServerSnippet } from '../../console/src/settings/widget-snippets.js';

const CHOICE = {
  title: 'Ask "us" <now>',
  language: '',
  color: '#0b6e63',
  greeting: '',
  starters: ['How long?', 'Where?'],
  origins: ['https://shop.example'],
  assistant: 'guests',
  collectionId: '',
};

describe('the HTML code that embeds the widget', () => {
  it('has the chosen options as safely quoted attributes, and no others', () => {
    const code = toPageSnippet('https://kr.example', CHOICE);

    expect(code).toContain('src="https://kr.example/widget.js"');
    expect(code).toContain('data-title="Ask &quot;us&quot; &lt;now&gt;"');
    expect(code).toContain('data-starters="How long? | Where?"');
    expect(code).not.toContain('data-greeting');
  });
});

describe('the server code for a page with the widget', () => {
  it('requests a token of the assistant for these pages only, and contains no key', () => {
    const code = toServerSnippet('https://kr.example', CHOICE);

    expect(code).toContain('const ORIGINS = ["https://shop.example"]');
    expect(code).toContain('"assistantId":"guests"');
    expect(code).not.toContain('collectionIds');
    expect(code).not.toContain('kr_');
  });
});
