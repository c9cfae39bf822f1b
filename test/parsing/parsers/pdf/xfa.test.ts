import { describe, expect, it } from '@jest/globals';
import { parseBytes } from '../../../support/parsing.js';
import { pdfStream, smallPdf } from '../../../support/small-pdf.js';

const WAIT = 'Please wait... If this message is not eventually replaced by the proper contents';

const caption = (text: string): string => `<caption><value><text>${text}</text></value></caption>`;

const TEMPLATE = `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/">
  <subform name="permit">
    <pageSet><pageArea><draw><value><text>Page 1</text></value></draw></pageArea></pageSet>
    <draw><value><exData contentType="text/html"><body xmlns="http://www.w3.org/1999/xhtml">
      <p>Permit of quarry <b>Elk</b> for one year</p></body></exData></value></draw>
    <field name="fee"><ui><numericEdit/></ui>${caption('Fee:')}<value><text>310 euros</text></value></field>
    <field name="keeper"><ui><textEdit/></ui>${caption('Keeper')}</field>
    <field name="blasting"><ui><checkButton/></ui>${caption('Blasting')}<items><integer>1</integer><integer>0</integer></items></field>
    <field name="site"><ui><choiceList/></ui>${caption('Site')}
      <items><text>North pit</text><text>South pit</text></items><items save="1"><text>N</text><text>S</text></items></field>
    <exclGroup name="shift">
      <field>${caption('Day')}<items><text>d</text></items></field>
      <field>${caption('Night')}<items><text>n</text></items></field>
    </exclGroup>
    <field name="send"><ui><button/></ui>${caption('Send')}</field>
    <field name="secret" presence="hidden"><value><text>Not to be seen</text></value></field>
    <subform name="truck"><occur min="0" max="-1"/>
      <field name="plate">${caption('Truck')}</field></subform>
  </subform></template>`;

const DATA = `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><permit>
  <keeper>Anna Brook</keeper><blasting>1</blasting><site>S</site><shift>n</shift>
  <truck><plate>KE 12</plate></truck><truck><plate>KE 47</plate></truck></permit></xfa:data></xfa:datasets>`;

const form = (...packets: string[]): Buffer =>
  smallPdf(WAIT, {
    catalog: '/NeedsRendering true/AcroForm 6 0 R',
    objects: [
      `<</Fields[]/XFA[${packets.map((_, at) => `(p${at}) ${at + 7} 0 R`).join(' ')}]>>`,
      ...packets.map((packet) => pdfStream(packet)),
    ],
  });

const FILLED = [
  'Permit of quarry Elk for one year',
  '',
  'Fee: 310 euros',
  'Keeper: Anna Brook',
  '☑ Blasting',
  'Site: South pit',
  '☐ Day',
  '☑ Night',
  'Truck: KE 12',
  'Truck: KE 47',
];

describe('an Adobe LiveCycle form that its PDF pages do not show', () => {
  it('is read with the values entered, instead of the "Please wait" page', async () => {
    const { text, warnings } = await parseBytes(form(TEMPLATE, DATA), 'a.pdf');

    expect(text).toBe(FILLED.join('\n'));
    expect(warnings).toMatchObject([{ code: 'content_left_out' }]);
  });

  it('is read before it is filled in', async () => {
    const { text } = await parseBytes(form(TEMPLATE), 'a.pdf');

    expect(text).toContain('Fee: 310 euros\nKeeper\n☐ Blasting\nSite\n☐ Day\n☐ Night\nTruck');
  });

  it('brings a warning if nothing of it can be read', async () => {
    const { text, warnings } = await parseBytes(form('<template/>'), 'a.pdf');

    expect(text).toBe(WAIT);
    expect(warnings).toMatchObject([{ code: 'content_left_out' }]);
  });

  it('is refused if its parts repeat each other without end', async () => {
    const part = '<subform name="x"><bind match="dataRef" ref="$record.x"/>';
    const template = `<template>${part.repeat(9)}<draw/>${'</subform>'.repeat(9)}</template>`;
    const data = `<datasets><data><r>${'<x/>'.repeat(1_000)}</r></data></datasets>`;

    await expect(parseBytes(form(template, data), 'a.pdf')).rejects.toMatchObject({
      code: 'document_too_complex',
    });
  });
});
