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

describe('the code for a page with the widget', () => {
  it('has what was chosen as attributes that end nowhere early, and nothing of what was not', () => {
    const code = toPageSnippet('https://kr.example', CHOICE);

    expect(code).toContain('src="https://kr.example/widget.js"');
    expect(code).toContain('data-title="Ask &quot;us&quot; &lt;now&gt;"');
    expect(code).toContain('data-starters="How long? | Where?"');
    expect(code).not.toContain('data-greeting');
  });
});

describe('the code for the server of that page', () => {
  it('asks for a token of the assistant, for these pages alone, and names no key', () => {
    const code = toServerSnippet('https://kr.example', CHOICE);

    expect(code).toContain('const ORIGINS = ["https://shop.example"]');
    expect(code).toContain('"assistantId":"guests"');
    expect(code).not.toContain('collectionIds');
    expect(code).not.toContain('kr_');
  });
});
