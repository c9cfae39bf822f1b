import { describe, expect, it } from '@jest/globals';
import { createDocsPage, createPagePolicy } from '../../../src/http/openapi/routes.js';
import { document, routes } from '../../support/api-document.js';

describe('the page at /docs', () => {
  const page = createDocsPage(document);

  it('shows every operation in its group, with an example of each JSON body', () => {
    const groups = page.split('<section class="group"').slice(1);

    expect(groups.length).toBe(document.tags?.length);
    for (const { tag, operationId, path, example } of routes) {
      const group = groups.find((one) => one.includes(`id="tag-${tag}"`)) ?? '';
      const [, shown = ''] = group.split(`id="${operationId}"`);
      expect(shown).toContain(`data-path="${path.replace(/:(\w+)/g, '{$1}')}"`);
      if (example === undefined) continue;
      const [, body = ''] = /data-body="application\/json">([^]*?)<\/pre>/.exec(shown) ?? [];
      expect(JSON.parse(body.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toEqual(example);
    }
  });

  it('loads nothing from elsewhere and allows only its own script and style', () => {
    expect(page).not.toMatch(/src=|href="https?:|@import|url\(/);
    expect(page.match(/<\/script/g)?.length).toBe(1);
    expect(createPagePolicy()).toMatch(
      /^default-src 'none'; script-src 'sha256-\S+'; style-src 'sha256-\S+'; connect-src 'self'; /,
    );
    expect(createPagePolicy()).not.toContain('unsafe');
  });
});
