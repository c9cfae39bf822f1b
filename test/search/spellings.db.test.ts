import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addKnowledge } from '../support/knowledge.js';
import { createWorkbench, type Workbench } from '../support/workbench.js';

let bench: Workbench;

beforeAll(async () => {
  bench = await createWorkbench();
});

afterAll(() => bench.destroy());

/** Sentences around a spelling, and others beside them, so that no word is in all passages. */
type Language = 'en' | 'de' | 'nl' | 'sv' | 'tr' | 'zh' | 'pl' | 'vi';

const FRAMES: Readonly<
  Record<Language, { around: (spelling: string) => string; others: string[] }>
> = {
  en: {
    around: (spelling) => `The note of the archive says ${spelling} in its second line.`,
    others: ['The canteen opens at noon.', 'Guests register at the gate.', 'Lifts are serviced.'],
  },
  de: {
    around: (spelling) => `Im Vermerk des Archivs steht ${spelling} in der zweiten Zeile.`,
    others: [
      'Die Kantine öffnet mittags.',
      'Gäste melden sich am Tor.',
      'Aufzüge werden gewartet.',
    ],
  },
  nl: {
    around: (spelling) => `In de notitie van het archief staat ${spelling} op regel twee.`,
    others: [
      'De kantine opent om twaalf uur.',
      'Gasten melden zich bij de poort.',
      'De lift werkt.',
    ],
  },
  sv: {
    around: (spelling) => `I arkivets anteckning står ${spelling} på den andra raden.`,
    others: ['Matsalen öppnar klockan tolv.', 'Gäster anmäler sig vid porten.', 'Hissen fungerar.'],
  },
  tr: {
    around: (spelling) => `Arşivdeki notun ikinci satırında ${spelling} yazıyor.`,
    others: ['Yemekhane öğlen açılır.', 'Konuklar kapıda kaydolur.', 'Asansör bakımdadır.'],
  },
  zh: {
    around: (spelling) => `档案说明第二行写着${spelling}。`,
    others: ['食堂中午开门。', '访客在门口登记。', '电梯正在维修。'],
  },
  pl: {
    around: (spelling) => `W notatce z archiwum jest ${spelling} w drugim wierszu.`,
    others: ['Stołówka otwiera się w południe.', 'Goście zgłaszają się przy bramie.', 'Winda.'],
  },
  vi: {
    around: (spelling) => `Ghi chú của kho lưu trữ nêu ${spelling} ở dòng cuối.`,
    others: ['Nhà ăn mở cửa buổi trưa.', 'Khách đăng ký ở cổng.', 'Thang máy đang sửa.'],
  },
};

const CASES: readonly (readonly [language: Language, spellings: readonly string[]])[] = [
  ['en', ['PN-507', 'pn507', 'PN 507']],
  ['en', ['M8×40', 'M8x40']],
  ['en', ['1,750,000', '1.750.000', '1750000', '1 750 000']],
  ['de', ['1.750.000', '1\u00a0750\u00a0000']],
  ['de', ['1750000', '1\u202f750\u202f000']],
  ['de', ['1.750.000', '1\u2009750\u2009000']],
  ['en', ['2026-09-07', '7 September 2026', 'September 7, 2026', '07.09.2026']],
  ['de', ['2026-07-05', '5. Juli 2026', '05.07.2026', '5/7/2026']],
  ['en', ['C.E.O.', 'CEO']],
  ['en', ['e-mail', 'email']],
  ['en', ['on-boarding', 'onboarding']],
  ['pl', ['Wrocław', 'Wroclaw']],
  ['en', ['Tromsø', 'Tromso']],
  ['en', ['Đorđe', 'Dorde']],
  ['en', ['Þór', 'Thor']],
  ['de', ['Weißenburg', 'Weissenburg']],
  ['en', ['Ægir', 'Aegir']],
  ['tr', ['İZİN', 'izin']],
  ['tr', ['ISIL', 'ısıl']],
  ['zh', ['發票', '发票']],
];

/** Two words for a compound also where it is written; its parts for the compound where nothing has it. */
const COMPOUNDS: readonly (readonly [language: Language, asked: string, written: string])[] = [
  ['de', 'Frist für die Kündigung', 'Kündigungsfrist'],
  ['de', 'Kündigungsfrist', 'Frist für die Kündigung'],
  ['nl', 'prijs van de reis', 'reisprijs'],
  ['nl', 'reisprijs', 'prijs van de reis'],
  ['sv', 'dagar för semester', 'semesterdagar'],
  ['sv', 'semesterdagar', 'dagar för semester'],
];

/** What only a question reads: its terms are in no passage. */
const ASKED: readonly (readonly [language: Language, asked: string, written: string])[] = [
  ['en', 'third floor', '3rd floor'],
  ['en', '3rd floor', 'third floor'],
  ['de', 'dritten Stock', '3. Stock'],
  ['en', 'closed from 2.30 pm', 'closed from 14:30'],
  ['en', 'track of 5500 metres', 'track of 5.5 km'],
  ['en', 'DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
  ['de', 'Kuendigungsfrist fuer Muell', 'Kündigungsfrist für Müll'],
  ['de', '5500 Meter', '5,5 km'],
  ['de', '5,5 km', '5500 Meter'],
  ['en', '5500 m', '5.5 kilometres'],
  ['en', '1/4', '¼'],
  ['en', '¼', '1/4'],
  ['en', '0.25', '¼'],
  ['en', '¼', '0.25'],
  ['en', '1/4', '0.25'],
  ['sv', 'kl. 14.30', '14:30'],
  ['pl', '14.30', '14:30'],
  ['en', '14:30', '14.30'],
  ['en', '14.30', '2:30 pm'],
  ['zh', '下午2点30分', '14:30'],
  ['zh', '14:30', '14点30分'],
  ['en', '555-123-4567', '(555) 123-4567'],
  ['en', '(555) 123-4567', '555-123-4567'],
  ['en', '5551234567', '(555) 123-4567'],
  ['en', '(555) 123-4567', '5551234567'],
  ['de', '+49305550161', '030 5550161'],
  ['de', '0305550161', '+49 30 5550161'],
  ['de', '+49 30 5550161', '030/5550161'],
  ['vi', 'nghi phep', 'nghỉ phép'],
  ['vi', 'muc luong toi thieu', 'mức lương tối thiểu'],
  ['en', '5 per cent', '5%'],
  ['de', '5 Prozent', '5 %'],
  ['vi', 'duoc nghi phep muoi hai ngay', 'được nghỉ phép mười hai ngày'],
];

const ROWS = CASES.flatMap(([language, spellings]) =>
  spellings.map((asked) => ({ language, asked, spellings })),
);

/** What a search finds of sentences around these spellings and of others. */
const find = async (language: Language, asked: string, spellings: readonly string[]) => {
  const tenant = await bench.test.tenant();
  const { around, others } = FRAMES[language];
  for (const passage of [...spellings.map(around), ...others]) {
    await addKnowledge(bench, tenant, { owner: tenant.admin, language, passages: [passage] });
  }
  // Rows outside the index have other scores than those in it.
  await bench.vectors.optimize();
  const search = { queries: [asked], topK: 10, signal: new AbortController().signal };
  return bench.services().searchChunks(tenant.member, search);
};

describe('a passage with another spelling', () => {
  it.each(ROWS)(
    'is found in $language, ranked behind the passage that is spelt like $asked',
    async ({ language, asked, spellings }) => {
      const { around } = FRAMES[language];

      const { results, corrections } = await find(language, asked, spellings);

      const found = results.map(({ chunk }) => chunk.content);
      expect(found[0]).toBe(around(asked));
      expect(found.toSorted()).toEqual(spellings.map(around).toSorted());
      expect(corrections).toEqual([]);
    },
  );

  it.each([...COMPOUNDS, ...ASKED])(
    'is found in %s by "%s" if it contains "%s"',
    async (language, asked, written) => {
      const { results } = await find(language, asked, [written]);

      expect(results.map(({ chunk }) => chunk.content)).toEqual([FRAMES[language].around(written)]);
    },
  );
});
