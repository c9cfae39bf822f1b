import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../support/parsing.js';

const read = (notebook: object, name = 'a.ipynb') => parseBytes(JSON.stringify(notebook), name);

const PICTURE = 'iVBORw0KGgoQUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo'.repeat(200);

const printed = (text: string) => ({ output_type: 'stream', name: 'stdout', text: [text] });
const markdown = (...source: string[]) => ({ cell_type: 'markdown', metadata: {}, source });
const code = (source: string[], outputs: object[] = []) => ({
  cell_type: 'code',
  execution_count: 1,
  metadata: {},
  source,
  outputs,
});

describe('a Jupyter notebook', () => {
  it('keeps headings, lines of code and printed output', async () => {
    const { text, chunks } = await read({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
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

  it.each([
    [
      'an HTML table',
      {
        'text/html':
          '<style>th { color: red }</style><table><tr><th></th><th>Orchard</th><th>Yield</th></tr><tr><th>0</th><td>Brae</td><td>52 tons</td></tr></table>',
        'text/plain': '<pandas.io.formats.style.Styler at 0x7f12>',
      },
      '| Orchard | Yield\n0 | Brae | 52 tons',
    ],
    ['HTML only', { 'text/html': ['<script>let a;</script>', '<b>52</b> tons'] }, '52 tons'],
    [
      'Markdown',
      {
        'text/markdown': ['The yield is **52** tons.'],
        'text/plain': ['<IPython.core.display.Markdown object>'],
      },
      'The yield is 52 tons.',
    ],
    [
      'a formula',
      { 'text/latex': '$a_1 * b_1 = 52$', 'text/plain': '<IPython.core.display.Latex object>' },
      '$a_1 * b_1 = 52$',
    ],
    [
      'plain text, if the HTML has no text',
      { 'text/html': '<script>draw()</script>', 'text/plain': 'Chart of 3 trees' },
      'Chart of 3 trees',
    ],
    [
      'nothing, if a script draws and the text only names an object',
      {
        'text/html': '<script>draw()</script>',
        'text/plain': '<IPython.core.display.HTML object>',
      },
      '',
    ],
    [
      'the name of an object that is printed',
      { 'text/plain': '<orchard.Tree at 0x7f12>' },
      '<orchard.Tree at 0x7f12>',
    ],
  ])('shows the output of a cell as the notebook does: %s', async (_, data, expected) => {
    const shown = { output_type: 'display_data', metadata: {}, data };
    const { text } = await read({ nbformat: 4, cells: [code(['show()'], [shown])] });

    expect(text).toBe(`show()\n\n${expected}`.trim());
  });

  it('shows an HTML table in versions before 4, too', async () => {
    const output = {
      output_type: 'pyout',
      text: ['   Yield\n0  52'],
      html: [
        '<table><tr><th>Orchard</th><th>Yield</th></tr>',
        '<tr><td>Brae</td><td>52</td></tr></table>',
      ],
    };
    const cells = [{ cell_type: 'code', input: 'show()', outputs: [output] }];

    const { text } = await read({ nbformat: 3, worksheets: [{ cells }] });

    expect(text).toBe('show()\n\nOrchard | Yield\nBrae | 52');
  });

  it('brings a warning about embedded frames, which are not read', async () => {
    const data = { 'text/html': '<p>Map of trees</p><iframe src="https://x.example/"></iframe>' };
    const shown = { output_type: 'display_data', data };
    const { text, warnings } = await read({ nbformat: 4, cells: [code(['map()'], [shown])] });

    expect(text).toBe('map()\n\nMap of trees');
    expect(warnings.map((warning) => warning.code)).toEqual(['content_left_out']);
  });

  it('is refused if an output has more lines than any text may have', async () => {
    const data = { 'text/html': '<br>\n'.repeat(3_000_000) };
    const shown = { output_type: 'display_data', data };

    await expect(read({ nbformat: 4, cells: [code(['loop()'], [shown])] })).rejects.toMatchObject({
      code: 'document_too_complex',
    });
  });

  it('shows the error of a failed cell', async () => {
    const error = {
      output_type: 'error',
      ename: 'ValueError',
      evalue: 'no such tree',
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
    ['truncated JSON', '{"nbformat": 4, "cells": [{"cell_type": "markdown"'],
    ['JSON of another kind', '{"trees": 7}'],
    ['cells of the wrong type', '{"nbformat": 4, "cells": [7]}'],
  ])('is rejected as damaged: %s', async (_, text) => {
    await expect(parseBytes(text, 'a.ipynb')).rejects.toMatchObject({ code: 'document_corrupt' });
  });
});
