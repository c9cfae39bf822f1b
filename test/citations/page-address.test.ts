import { describe, expect, it } from '@jest/globals';
import { addressOf } from '../../src/citations/page-address.js';
import { DocumentId, newId } from '../../src/shared/ids.js';

const documentId = newId(DocumentId);
const BASE = 'https://kr.example';

describe('the link address of a citation', () => {
  it('leads to the page of the document, at the cited passage', () => {
    const address = addressOf({ documentId, charStart: 10, charEnd: 25 }, BASE);

    expect(address).toBe(`${BASE}/d/${documentId}?start=10&end=25`);
  });

  it('also contains the offset of the first character', () => {
    const address = addressOf({ documentId, charStart: 0, charEnd: 4 }, BASE);

    expect(address).toBe(`${BASE}/d/${documentId}?start=0&end=4`);
  });

  it('leads to the document alone if the passage has no position', () => {
    const cited = { documentId, charStart: null, charEnd: null };

    expect(addressOf(cited, BASE)).toBe(`${BASE}/d/${documentId}`);
  });

  it("is the tool's own address, below our base address if it is a path", () => {
    const nowhere = { charStart: null, charEnd: null };

    expect(addressOf({ ...nowhere, url: 'https://a.example/x' }, BASE)).toBe('https://a.example/x');
    expect(addressOf({ ...nowhere, url: '/files/a' }, BASE)).toBe(`${BASE}/files/a`);
    expect(addressOf(nowhere, BASE)).toBeNull();
  });
});
