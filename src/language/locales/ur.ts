import type { Locale } from '../locale.js';

export const ur: Locale = {
  script: 'Arabic',
  iso3: 'urd',
  letters: { has: /[ٹڈڑںےہھ]/u, lacks: /[ةكي]/u },
  commonWords: `میں کے کی کا ہے ہیں اور سے کو نے پر یہ وہ اس جو کہ تھا تھی تھے ہو بھی لیے کیا کب کہاں کیسے نہیں ایک`,
};
