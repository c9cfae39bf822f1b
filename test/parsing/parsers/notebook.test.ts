import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../support/parsing.js';

const read = (notebook: object, name = 'a.ipynb') => parseBytes(JSON.stringify(notebook), name);

const PICTURE = 'iVBORw0KGgoQUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo'.repeat(200);

const printed = (text: string) => ({ output_type: 'stream', name: 'stdout', text: [text] });
const markdown = (...source: string[]) => ({ cell_type: 'markdown', metadata: {}, source });
const code = (source: string[], outputs: object[] = []) => ({
  ...{ cell_type: 'code', execution_count: 1, metadata: {}, source, outputs },
});

describe('a Jupyter notebook', () => {
  it('keeps headings, lines of code and printed output', async () => {
    const { text, chunks } = await read({
      ...{ nbformat: 4, nbformat_minor: 5, metadata: {} },
      cells: [
        markdown('# Yield of orchard Brae\n', 'The orchard Brae gives **52** tons.'),
        code(['total = 52 * 3\n', 'print(total)'], [printed('156\n')]),
      ],
    });

    expect(text).toBe(
      '# Yield of orchard Brae\n\nThe orchard Brae gives 52 tons.\n\ntotal = 52 * 3\nprint(total)\n\n156'.replace(
        /^# /,
        '',
      ),
    );
    expect(chunks[0]?.content).toContain('52 tons');
  });

  it('loses its pictures and keeps the text next to them', async () => {
    const shown = {
      output_type: 'display_data',
      data: { 'image/png': PICTURE, 'text/plain': ['<Figure of 3 trees>'] },
    };
    const { text } = await read({ nbformat: 4, cells: [code(['plot(trees)'], [shown])] });

    expect(text).toBe('plot(trees)\n\n<Figure of 3 trees>');
  });

  it('shows the error of a failed cell', async () => {
    const error = {
      ...{ output_type: 'error', ename: 'ValueError', evalue: 'no such tree' },
      traceback: ['\u001b[31mValueError\u001b[0m'],
    };
    const { text } = await read({ nbformat: 4, cells: [code(['grow(7)'], [error])] });

    expect(text).toBe('grow(7)\n\nValueError: no such tree');
  });

  it('is read in versions before 4, too', async () => {
    const cells = [
      { cell_type: 'markdown', source: 'Old words.' },
      { cell_type: 'code', input: ['print(7)'], outputs: [] },
    ];
    const { text } = await read({ nbformat: 3, worksheets: [{ cells }] });

    expect(text).toBe('Old words.\n\nprint(7)');
  });

  it('is recognised by its content, not its name', async () => {
    const { text } = await read({ nbformat: 4, cells: [markdown('Seven trees.')] }, 'a.json');

    expect(text).toBe('Seven trees.');
  });

  it.each([
    ['JSON that ends in the middle', '{"nbformat": 4, "cells": [{"cell_type": "markdown"'],
    ['JSON of another kind', '{"trees": 7}'],
    ['cells of the wrong type', '{"nbformat": 4, "cells": [7]}'],
  ])('is rejected as damaged: %s', async (_, text) => {
    await expect(parseBytes(text, 'a.ipynb')).rejects.toMatchObject({ code: 'document_corrupt' });
  });
});
