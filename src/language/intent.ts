import { z } from 'zod';
import { isSmallTalk } from './small-talk.js';

export const QueryIntent = z.enum([
  'lookup',
  'summary',
  'comparison',
  'procedure',
  'calculation',
  'memory',
  'smalltalk',
  'other',
]);
export type QueryIntent = z.infer<typeof QueryIntent>;

/** First match wins. Written without `\b` where a language inflects or has no blanks. */
const RULES: readonly (readonly [QueryIntent, RegExp])[] = [
  [
    'memory',
    /\b(?:remember|do you know about me|did i (?:say|tell|ask)|my (?:name|preference)s?\b)|jegyezd meg|emlékszel|mit tudsz rólam|merk(?:e|en sie)? dir|erinnerst du|souviens|te souviens|retiens|recuerda|acuérdate|ghi nhớ|hãy nhớ|nhớ rằng|记住|记得|关于我/iu,
  ],
  [
    'summary',
    /\bsummar|\boverview\b|\bsum up\b|összefoglal|foglald össze|összegezd|zusammenfass|fasse .{0,80}zusammen|überblick|résum|\bresum|tóm tắt|tổng kết|总结|概括|概述|摘要/iu,
  ],
  [
    'comparison',
    /\bcompar|\bdifferen(?:ce|t)|\bversus\b|\bvs\b|hasonlít|összehasonl|különbség|vergleich|unterschied|différence|diferencia|so sánh|khác nhau|khác biệt|比较|对比|区别|差异/iu,
  ],
  [
    'calculation',
    /\d\s{0,3}[-+*/×÷^]\s{0,3}\d|\bcalculat|\bhow much is \d|számold|számítsd|mennyi \d|berechne|calcule|calcula|tính toán|tính giúp|计算|等于多少/iu,
  ],
  [
    'procedure',
    /\bhow (?:do|can|should|to|must)\b|\bsteps?\b|\bprocedure\b|hogyan|hogy lehet|hogy kell|lépései|\bwie (?:kann|muss|soll|mache|geht|beantrage)\b|\bcomment\b|\bcómo\b|làm thế nào|làm sao|cách (?:để|thức)|quy trình|如何|怎么|怎样|步骤|流程/iu,
  ],
];

/** What kind of answer a message asks for, by rule. */
export const classifyIntent = (message: string): QueryIntent => {
  if (isSmallTalk(message)) return 'smalltalk';
  if (!/[\p{L}\p{N}]/u.test(message)) return 'other';
  return RULES.find(([, pattern]) => pattern.test(message))?.[0] ?? 'lookup';
};
