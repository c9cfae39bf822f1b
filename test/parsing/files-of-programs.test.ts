import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { fixturePath, parseFile } from '../support/parsing.js';

/** Each file was written by the program that it is named after; `test/fixtures/programs/README.md` says with what. */
const pathOf = (file: string): string => fixturePath(`programs/${file}`);

const linesOf = (text: string): string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));

describe('an SQL script', () => {
  it.each([
    ['sqlite-dump', "INSERT INTO berth VALUES(2,'Weir',3.25,'O''Brien; Ann');"],
    ['sqlalchemy', '\tFOREIGN KEY(berth_id) REFERENCES berth (id) ON DELETE CASCADE'],
    [
      'django-migration',
      'CREATE INDEX "harbour_call_arrives_3236cea3" ON "harbour_call" ("arrives");',
    ],
    [
      'knex',
      'alter table `call_at` add constraint `call_at_berth_id_foreign` foreign key (`berth_id`) references `berth` (`id`) on delete CASCADE;',
    ],
  ])('written by %s is read line by line with its indentation', async (name, line) => {
    const path = pathOf(`sql/${name}.sql`);

    const { format, text, warnings } = await parseFile(path);

    expect({ format, warnings }).toEqual({ format: 'code', warnings: [] });
    expect(linesOf(text)).toEqual(linesOf(await readFile(path, 'utf8')));
    expect(text.split('\n')).toContain(line);
  });
});

describe('YAML settings', () => {
  it.each([
    ['pyyaml', '      phone: +49 30 5550161'],
    ['ruamel', '    <<: *base'],
    ['js-yaml', '    lamps: 4'],
    ['eemeli-yaml', '# Lamps of the harbour'],
  ])('written by %s keep their lines, indentation and comments', async (name, line) => {
    const path = pathOf(`yaml/${name}.yaml`);

    const { format, text, warnings } = await parseFile(path);

    expect({ format, warnings }).toEqual({ format: 'code', warnings: [] });
    expect(linesOf(text)).toEqual(linesOf(await readFile(path, 'utf8')));
    expect(linesOf(text)).toContain(line);
  });
});

describe('an e-mail with attachments only', () => {
  it.each([
    ['python-email', 'Scan of 4 March', 'Prüfbericht Schleuse.pdf'],
    ['nodemailer', 'Angebot für die Kranwartung', 'Angebot Größe 4.xlsx, plan.png'],
    ['mpack', 'Survey of the weir', 'survey.zip'],
    ['mime-lite', 'Tide tables of April', 'tides-april.zip'],
  ])(
    'made by %s names its subject and files, and says that the files were not read',
    async (name, subject, files) => {
      const { format, text, warnings } = await parseFile(pathOf(`eml/${name}.eml`));

      expect(format).toBe('eml');
      expect(text.split('\n')[0]).toBe(subject);
      expect(text).toContain(`Attachments: ${files}`);
      expect(text).not.toMatch(/JVBERi0|bm90IHJlYWQ|UEsgbm90/u);
      expect(warnings).toEqual([
        { code: 'content_left_out', detail: expect.stringContaining('were not read') },
      ]);
    },
  );
});
