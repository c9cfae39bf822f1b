import { beforeAll, describe, expect, it } from '@jest/globals';
import { detectLanguage } from '../../src/language/detect-language.js';
import { loadShortTexts } from '../../src/language/detect-language.js';

beforeAll(loadShortTexts);

/** A line or two of each, of the kind that documents begin with; languages that are easily mixed up stand together. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  ru: [
    'Отпуск предоставляется сотруднику по заявлению.',
    'Правила внутреннего трудового распорядка',
    'Гарантия на батарею составляет шесть месяцев.',
    'Работник обязан сообщить о болезни до начала смены.',
    'Заявление подаётся не позднее чем за две недели до начала отпуска.',
    'Договор вступает в силу с момента подписания сторонами.',
    'Прибор работает от сети напряжением 220 вольт.',
    'Курение в здании запрещено.',
  ],
  uk: [
    'Відпустка надається працівнику за заявою.',
    'Гарантія на батарею становить шість місяців.',
    'Працівник повинен повідомити про хворобу до початку зміни.',
    'Договір набирає чинності з моменту підписання сторонами.',
    'Паління в будівлі заборонено.',
  ],
  bg: [
    'Отпускът се предоставя на служителя след заявление.',
    'Гаранцията на батерията е шест месеца.',
    'Служителят трябва да съобщи за болестта преди началото на смяната.',
    'Договорът влиза в сила от момента на подписването.',
    'Пушенето в сградата е забранено.',
  ],
  sr: [
    'Одмор се одобрава запосленом на основу захтева.',
    'Гаранција на батерију траје шест месеци.',
    'Запослени мора да пријави болест пре почетка смене.',
    'Уговор ступа на снагу даном потписивања.',
    'Пушење у згради није дозвољено.',
  ],
  da: [
    'Ferien skal aftales med lederen, og den kan ikke overføres til næste år.',
    'Garantien på batteriet gælder i seks måneder.',
    'Medarbejderen skal melde sig syg, inden arbejdet begynder.',
    'Hvad koster det at få udført en reparation af maskinen?',
  ],
  no: [
    'Ferien må avtales med lederen, og den kan ikke overføres til neste år.',
    'Garantien på batteriet gjelder i seks måneder.',
    'Medarbeideren må melde seg syk før arbeidet begynner.',
    'Hva koster det å få utført en reparasjon av maskinen?',
  ],
  sv: [
    'Semestern ska avtalas med chefen och kan inte flyttas till nästa år.',
    'Garantin på batteriet gäller i sex månader.',
    'Medarbetaren måste sjukanmäla sig innan arbetet börjar.',
  ],
  es: [
    'Las vacaciones se conceden al empleado previa solicitud.',
    'La garantía de la batería es de seis meses.',
    'El trabajador debe avisar de su enfermedad antes del inicio del turno.',
    'Está prohibido fumar en el edificio.',
  ],
  pt: [
    'As férias são concedidas ao empregado mediante pedido.',
    'A garantia da bateria é de seis meses.',
    'O trabalhador deve avisar da doença antes do início do turno.',
    'É proibido fumar no edifício.',
  ],
  it: [
    'Le ferie sono concesse al dipendente su richiesta.',
    'La garanzia della batteria è di sei mesi.',
    'Il lavoratore deve comunicare la malattia prima dell’inizio del turno.',
  ],
  id: [
    'Cuti diberikan kepada karyawan atas permintaan.',
    'Garansi baterai berlaku selama enam bulan.',
    'Karyawan harus melaporkan sakit sebelum jam kerja dimulai.',
  ],
  tr: [
    'Yıllık izin çalışanın talebi üzerine verilir.',
    'Pilin garanti süresi altı aydır.',
    'Binada sigara içmek yasaktır.',
  ],
  pl: [
    'Urlopu udziela się na wniosek pracownika.',
    'Gwarancja na baterię wynosi sześć miesięcy.',
    'Palenie w budynku jest zabronione.',
  ],
  cs: [
    'Dovolená se poskytuje na žádost zaměstnance.',
    'Záruka na baterii je šest měsíců.',
    'Kouření v budově je zakázáno.',
  ],
  ar: [
    'تُمنح الإجازة للموظف بناءً على طلبه.',
    'مدة ضمان البطارية ستة أشهر.',
    'التدخين ممنوع داخل المبنى.',
  ],
  fa: [
    'مرخصی بنا به درخواست کارمند داده می‌شود.',
    'ضمانت باتری شش ماه است.',
    'سیگار کشیدن در ساختمان ممنوع است.',
  ],
  ur: [
    'ملازم کو درخواست پر چھٹی دی جاتی ہے۔',
    'بیٹری کی ضمانت چھ ماہ کی ہے۔',
    'عمارت میں سگریٹ نوشی منع ہے۔',
  ],
  hi: ['कर्मचारी को आवेदन पर छुट्टी दी जाती है।', 'बैटरी की वारंटी छह महीने की है।'],
  ne: ['कर्मचारीलाई निवेदनमा बिदा दिइन्छ।', 'ब्याट्रीको वारेन्टी छ महिनाको छ।'],
};

describe('the detected language of a line or two', () => {
  const cases = Object.entries(TEXTS).flatMap(([language, texts]) =>
    texts.map((text) => [language, text] as const),
  );

  it.each(cases)('is %s: %s', (language, text) => {
    expect(detectLanguage(text, { fallback: 'und' })).toBe(language);
  });
});
