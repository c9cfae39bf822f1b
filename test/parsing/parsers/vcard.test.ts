import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { parseBytes } from '../../support/parsing.js';

const card = (...lines: string[]): string =>
  ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');

const read = (source: Buffer | string, name = 'a.vcf') => parseBytes(source, name);

const PICTURE = '/9j/4AAQSkZJRgABAQAAAQABAAD2wBDAAgGBgcGBQgHBwcJCQgKDBQ';

const OUTLOOK = card(
  'VERSION:2.1',
  'N;LANGUAGE=de;CHARSET=Windows-1252:Lösch;Wera',
  'FN;CHARSET=Windows-1252:Wera Lösch',
  'ORG;CHARSET=Windows-1252:Pumpen Kell;Einkauf',
  'TITLE;ENCODING=QUOTED-PRINTABLE;CHARSET=Windows-1252:K=E4uferin',
  'TEL;WORK;VOICE:+49 30 555 0199',
  'TEL;CELL;VOICE:+49 170 555 0199',
  'ADR;WORK;PREF;ENCODING=QUOTED-PRINTABLE;CHARSET=Windows-1252:;;Hafenstra=DFe 12;Erl;;24001;Deutschland',
  'EMAIL;PREF;INTERNET:wera@kell.example',
  'NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=Windows-1252:ge=F6ffnet bis 17 Uhr =',
  'und samstags=0D=0ATor 4',
  'PHOTO;TYPE=JPEG;ENCODING=BASE64:',
  ` ${PICTURE}`,
  ` ${PICTURE}`,
  '',
  'X-MS-OL-DEFAULT-POSTAL-ADDRESS:2',
  'REV:20260301T101112Z',
);

const APPLE = card(
  'VERSION:3.0',
  'PRODID:-//Apple Inc.//macOS 15.3//EN',
  'N:Brook;Anna;;Dr.;',
  'FN:Dr. Anna Brook',
  'ORG:Harbour Kell;',
  'EMAIL;type=INTERNET;type=HOME;type=pref:anna@brook.example',
  'TEL;type=CELL;type=VOICE;type=pref:+44 7700 900123',
  'item1.TEL:+44 20 7946 0000',
  'item1.X-ABLabel:Night desk',
  'item2.URL;type=pref:https\\://kell.example',
  'item2.X-ABLabel:_$!<HomePage>!$_',
  'NOTE:Keys at gate 4\\, ask Ben.\\nNot on Mondays.',
  'BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-09',
  `PHOTO;ENCODING=b;TYPE=JPEG:${PICTURE}`,
  ` ${PICTURE}`,
);

const GOOGLE = card(
  'VERSION:3.0',
  'FN:Ben Stone',
  'N:Stone;Ben;;;',
  'NICKNAME:Benny',
  'EMAIL;TYPE=INTERNET;TYPE=WORK:ben@kell.example',
  'TEL;TYPE=CELL:+1 415-555-0133',
  'ADR;TYPE=HOME:;;12 Quay Road;Kell;CA;94016;USA',
  'BDAY:19800303',
  'CATEGORIES:myContacts,Pilots',
);

const NEWEST = card(
  'VERSION:4.0',
  'FN:Eve Reed',
  'TEL;VALUE=uri;TYPE="voice,home":tel:+81-3-5550-0144',
  'BDAY:--0412',
  `PHOTO:data:image/jpeg;base64,${PICTURE}`,
  ` ${PICTURE}`,
);

describe('an address card', () => {
  it.each([
    [
      'Outlook',
      iconv.encode(OUTLOOK, 'windows-1252'),
      'Wera Lösch\n\nOrganisation: Pumpen Kell, Einkauf\nPosition: Käuferin\nPhone (work): +49 30 555 0199\n' +
        'Phone (mobile): +49 170 555 0199\nE-mail: wera@kell.example\n' +
        'Address (work): Hafenstraße 12, 24001 Erl, Deutschland\n\ngeöffnet bis 17 Uhr und samstags\nTor 4',
    ],
    [
      'Apple Contacts',
      APPLE,
      'Dr. Anna Brook\n\nOrganisation: Harbour Kell\nPhone (mobile): +44 7700 900123\n' +
        'Phone (night desk): +44 20 7946 0000\nE-mail (home): anna@brook.example\n' +
        'Web (homepage): https://kell.example\nBirthday: 9 March\n\nKeys at gate 4, ask Ben.\nNot on Mondays.',
    ],
    [
      'Google Contacts',
      GOOGLE,
      'Ben Stone\n\nNickname: Benny\nPhone (mobile): +1 415-555-0133\nE-mail (work): ben@kell.example\n' +
        'Address (home): 12 Quay Road, 94016 Kell, CA, USA\nBirthday: 3 March 1980\nCategories: myContacts,Pilots',
    ],
    ['version 4', NEWEST, 'Eve Reed\n\nPhone (home): +81-3-5550-0144\nBirthday: 12 April'],
  ])('of %s is read as a person sees it, without its picture', async (_, source, expected) => {
    const { format, text, title } = await read(source);

    expect(format).toBe('vcard');
    expect(text).toBe(expected);
    expect(title).toBe(expected.split('\n')[0]);
  });

  it.each([
    ['Outlook', 'X-MS-MANAGER:Ilse Kell', 'Manager: Ilse Kell'],
    ['Outlook with a chat', 'X-MS-IMADDRESS:wera@kell.example', 'Chat: wera@kell.example'],
    ['Evolution', 'X-EVOLUTION-ANNIVERSARY:2014-05-02', 'Anniversary: 2 May 2014'],
    ['KAddressBook', 'X-KADDRESSBOOK-X-AssistantsName:Ole Brandt', 'Assistant: Ole Brandt'],
    ['Exchange', 'X-MS-OL-DEFAULT-POSTAL-ADDRESS:2', null],
  ])('includes vendor-specific fields that people read: %s', async (_, field, shown) => {
    const { text } = await read(card('VERSION:3.0', 'FN:Wera Lösch', field));

    expect(text).toBe(['Wera Lösch', ...(shown === null ? [] : [shown])].join('\n\n'));
  });

  it('becomes a chapter if the file contains many', async () => {
    const { chunks, title } = await read(OUTLOOK + APPLE + GOOGLE);

    expect(chunks.map(({ chapter }) => chapter)).toEqual([
      'Wera Lösch',
      'Dr. Anna Brook',
      'Ben Stone',
    ]);
    expect(title).toBeNull();
  });

  it.each([
    [['N:Stone;Ben;;;'], 'Ben Stone'],
    [['N:;;;;', 'ORG:Harbour Kell;Depot'], 'Harbour Kell, Depot'],
    [['EMAIL:depot@kell.example'], 'depot@kell.example'],
  ])('without a display name is named by %j', async (lines, name) => {
    const { chunks } = await read(card(...lines));

    expect(chunks[0]?.chapter).toBe(name);
  });
});

describe('a hostile address card', () => {
  it.each([
    ['cards are nested without end', 'BEGIN:VCARD\n'.repeat(1_000)],
    ['there are a hundred thousand of them', card('FN:A').repeat(100_001)],
  ])('is refused if %s', async (_, source) => {
    await expect(read(source)).rejects.toMatchObject({
      code: 'document_too_complex',
    });
  });

  it('is read without the many lines of its picture', async () => {
    const { text } = await read(
      card('FN:Eve Reed', 'PHOTO;ENCODING=b:', ` ${PICTURE}\r\n`.repeat(100_000)),
    );

    expect(text).toBe('Eve Reed');
  });
});
