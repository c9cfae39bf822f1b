import type { Locale } from '../locale.js';

const ONES = ['', 'א', 'ב', 'ג', 'ד', 'ה', 'ו', 'ז', 'ח', 'ט'];
const TENS = ['', 'י', 'כ', 'ל', 'מ', 'נ', 'ס', 'ע', 'פ', 'צ'];

/** A number in letters; 15 and 16 are written as 9 and 6 or 7. */
const toHebrewNumber = (value: number): string => {
  if (value === 0 || value > 99) return String(value);
  if (value === 15 || value === 16) return `${ONES[9] ?? ''}${ONES[value - 9] ?? ''}`;
  return `${TENS[Math.floor(value / 10)] ?? ''}${ONES[value % 10] ?? ''}`;
};

export const he: Locale = {
  script: 'Hebrew',
  iso3: 'heb',
  negations: 'לא אין אינו אינה אינם בלי ללא אסור',
  conditions: 'אם אלא למעט בתנאי פרט מלבד אחרת',
  provisos: { words: 'למעט' },
  introducingWords: `ב של את על אל מן זה זו הוא היא כך כאן ש כי גם לפי פי בהתאם על אומר אומרת קובע קובעת כותב כתוב נאמר מציין מציינת מסביר מתאר מצטט ציטוט
    מילולית בדיוק הבא הבאה להלן
    המדיניות המסמך במסמך המדריך במדריך הספר הטקסט המקור העמוד בעמוד הסעיף בסעיף הפרק בפרק הפסקה החוזה בחוזה הדוח התשובה המשפט הכללים`,
  reversingWords: 'שקר שקרי שגוי טעות מיתוס שמועה מכחיש מפוקפק כביכול להפך התעלם שכח בקושי לעיתים',
  everybodyWords: 'כולם כל תמיד',
  onlyWords: 'רק בלבד',
  titles: { contents: 'תוכן(?: העניינים)?' },
  commands: { file: 'קובץ' },
  listNumbers: {
    repeated: { hebrew2: 'אבגדהוזחטיכלמנסעפצקרשת' },
    written: { hebrew1: toHebrewNumber },
  },
};
