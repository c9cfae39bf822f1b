import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../support/parsing.js';

const read = async (body: string) =>
  parseBytes(Buffer.from(`<!doctype html><html><body>${body}</body></html>`), 'a.html');

const textOf = async (body: string): Promise<string> => (await read(body)).text;

describe('superscripts and subscripts of a web page', () => {
  it.each([
    ['a budget of 14,250<sup>1</sup> euros', 'a budget of 14,250¹ euros'],
    ['a flux of 10<sup>6</sup> neutrons', 'a flux of 10⁶ neutrons'],
    ['10<sup>-12</sup> m and 25 m<sup>2</sup>', '10⁻¹² m and 25 m²'],
    ['CO<sub>2</sub> and H<sub>2</sub>SO<sub>4</sub>', 'CO₂ and H₂SO₄'],
    ['30<sup>a</sup> ppm', '30ᵃ ppm'],
    ['2<sup>(k+1)</sup> steps', '2⁽ᵏ⁺¹⁾ steps'],
    ['2<sup>n/2</sup> steps', '2^(n/2) steps'],
    ['on the 1<sup>st</sup> of May', 'on the 1st of May'],
    ['Acme<sup>TM</sup> lamps', 'Acme™ lamps'],
    ['as shown<sup>[12]</sup> before', 'as shown[12] before'],
    ['40<sup><a href="#n3">3</a></sup> mg', '40 mg'],
  ])('in "%s" are read as "%s"', async (body, expected) => {
    expect(await textOf(`<p>It is ${body}.</p>`)).toBe(`It is ${expected}.`);
  });

  it('are read in linear time', async () => {
    const body = `<p>${'x<sup>2</sup> '.repeat(100_000)}</p>`;

    expect(await textOf(body)).toHaveLength(299_999);
  });
});

const row = (...parts: string[]): string => `<mrow>${parts.join('')}</mrow>`;
const one = '<mn>1</mn>';

describe('an element that CSS raises or lowers', () => {
  it('is kept apart from the number before it', async () => {
    const shown = await textOf(
      '<p>30<span style="vertical-align:super;font-size:70%">4</span> days, CO<b style="vertical-align: sub">2</b> and <i style="vertical-align:middle">5</i>0</p>',
    );

    expect(shown).toBe('30⁴ days, CO₂ and 50');
  });
});

describe('a numbered list of a web page', () => {
  it.each([
    ['<ol start="7"><li>a<li value="12">b<li>c</ol>', '7. a\n12. b\n13. c'],
    ['<ol type="a"><li>x<li>y</ol>', 'a. x\nb. y'],
    ['<ol style="list-style-type: upper-roman" start="4"><li>x</ol>', 'IV. x'],
    ['<ol reversed><li>x<ol><li>in</ol><li>y</ol>', '2. x\n  1. in\n1. y'],
    ['<ol reversed start="9"><li>x<li>y</ol>', '9. x\n8. y'],
  ])('is numbered as a browser numbers it: %s', async (list, shown) => {
    expect(await textOf(list)).toBe(shown);
  });

  it('keeps its numbers in a cell', async () => {
    const table =
      '<table><tr><td>Fee<td><ol start="3"><li>card<li>cash</ol></tr><tr><td>a<td>b</tr></table>';

    expect(await textOf(table)).toBe('Fee | 3. card 4. cash\na | b');
  });
});

describe('an equation in a web page', () => {
  it.each([
    ['12/5', '<mfrac><mn>12</mn><mn>5</mn></mfrac>'],
    ['√81', '<msqrt><mn>81</mn></msqrt>'],
    ['³√(x + 1)', `<mroot>${row('<mi>x</mi><mo>+</mo>', one)}<mn>3</mn></mroot>`],
    ['x_(k+1)', `<msub><mi>x</mi>${row('<mi>k</mi><mo>+</mo>', one)}</msub>`],
    ['E = mc²', '<mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>'],
    ['3 1/2', `<mn>3</mn><mfrac>${one}<mn>2</mn></mfrac>`],
    [
      '(a + 1)/(2b)',
      `<mfrac>${row('<mi>a</mi><mo>+</mo>', one)}${row('<mn>2</mn><mi>b</mi>')}</mfrac>`,
    ],
    ['-4 < y', '<mo>-</mo><mn>4</mn><mo>&lt;</mo><mi>y</mi>'],
    [
      '∑_(i=1)^n i²',
      `<munderover><mo>∑</mo>${row('<mi>i</mi><mo>=</mo>', one)}<mi>n</mi></munderover><msup><mi>i</mi><mn>2</mn></msup>`,
    ],
    ['(5 choose 2)', '<mfrac linethickness="0"><mn>5</mn><mn>2</mn></mfrac>'],
    [
      '[1, 2; 3, 4]',
      `<mtable><mtr><mtd>${one}</mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>`,
    ],
    ['x', '<semantics><mi>x</mi><annotation encoding="TeX">\\xi</annotation></semantics>'],
  ])('is read as %s', async (expected, math) => {
    expect(await textOf(`<p>It is <math>${math}</math>.</p>`)).toBe(`It is ${expected}.`);
  });

  it('never becomes one number with the text around it', async () => {
    expect(await textOf('<p>5<math><mn>7</mn></math>9 tonnes</p>')).not.toMatch(/57|79/u);
  });
});

describe('text that a web page strikes out or hides', () => {
  it.each([
    '<del>12 EUR</del>',
    '<s>12 EUR</s>',
    '<strike>12 EUR</strike>',
    '<span style="text-decoration: line-through">12 EUR</span>',
  ])('is left out with a warning: %s', async (old) => {
    const { text, warnings } = await read(`<p>The toll is ${old} <ins>15 EUR</ins> a day.</p>`);

    expect(text).toBe('The toll is 15 EUR a day.');
    expect(warnings).toEqual([
      { code: 'content_left_out', detail: 'Text that is struck out was left out.' },
    ]);
  });

  it('is distinguished from elements that are never content', async () => {
    const hidden = await read('<p>Due in June.</p><p style="display:none">Due in May.</p>');
    const plain = await read('<nav>Home</nav><script>let x = 1</script><p>Due in June.</p>');

    expect(hidden.text).toBe('Due in June.');
    expect(hidden.warnings).toMatchObject([{ code: 'content_left_out' }]);
    expect(plain.warnings).toEqual([]);
  });
});

describe('the form of a web page', () => {
  it('shows the state of its checkboxes before their labels', async () => {
    const text = await textOf(`<form>
      <label><input type="checkbox" checked> Passed</label> <label>Failed <input type="checkbox"></label><br>
      <label for="late">Late</label> <input id="late" type="radio" checked>
      <label for="early">Early</label> <input id="early" type="radio">
    </form>`);

    expect(text).toBe('☑ Passed ☐ Failed ☑ Late ☐ Early');
  });

  it('shows what is filled in and chosen, and nothing that is hidden', async () => {
    const text = await textOf(`<form>Name: <input value="Torben Iversholt">
      <input type="hidden" value="token"><input type="password" value="secret">
      Membership: <select><option>Silver</option><option selected>Gold</option></select>.
      Land: <select><option>Norway</option><option>Sweden</option></select>.
      <textarea>Fee waived</textarea><input type="submit" value="Send"></form>`);

    expect(text).toBe('Name: Torben Iversholt Membership: Gold . Land: Norway . Fee waived');
  });

  it('keeps the state of a checkbox in its table column', async () => {
    const text = await textOf(
      '<table><tr><th>Step</th><th>Done</th></tr><tr><td>Oil</td><td><input type="checkbox" checked></td></tr></table>',
    );

    expect(text).toBe('Step | Done\nOil | ☑');
  });
});

describe('a picture of a web page', () => {
  it('is read by its alternative text', async () => {
    const text = await textOf(
      '<p>Come in.</p><img alt="Map of the office, entrance on Rowan Street" src="a.png"><img alt="" src="b.png"><img alt="IMG_0001.jpg" src="c.jpg"><img alt="Line" role="presentation"><svg aria-label="Sales rose to 47"><text>x</text></svg>',
    );

    expect(text.split('\n\n')).toEqual([
      'Come in.',
      'Map of the office, entrance on Rowan Street Sales rose to 47',
    ]);
  });
});
