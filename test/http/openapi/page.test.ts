import { describe, expect, it } from '@jest/globals';
import { createDocsPage } from '../../../src/http/openapi/page.js';
import { document, routes } from '../../support/api-document.js';

describe('the page at /docs', () => {
  it('shows every path and needs nothing from elsewhere', () => {
    const page = createDocsPage(document);

    for (const { path } of routes) expect(page).toContain(path.replace(/:(\w+)/g, '{$1}'));
    expect(page).not.toMatch(/<script|<link|src=|href="https?:/);
  });
});
