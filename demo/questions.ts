/** What the demo asks, and what must come out for `--check`: every expected passage has to be among the citations. */
export type DemoQuestion = {
  question: string;
  /** Asked in the session of the question before. */
  followUp?: true;
  why: string;
  expected: {
    responseType: 'answer' | 'not_found';
    citations: { filename: string; page?: number }[];
  };
};

const HANDBOOK = 'employee-handbook.pdf';
const SECURITY = 'it-security-policy.docx';
const TRAVEL = 'utazasi-szabalyzat.md';
const WARRANTY = 'product-warranty-zh.txt';

export const QUESTIONS: readonly DemoQuestion[] = [
  {
    question: 'How many days a week may office staff work from home?',
    why: 'a fact on one page of a PDF',
    expected: { responseType: 'answer', citations: [{ filename: HANDBOOK, page: 4 }] },
  },
  {
    question: 'And from abroad?',
    followUp: true,
    why: 'a follow-up that needs the conversation',
    expected: { responseType: 'answer', citations: [{ filename: HANDBOOK, page: 4 }] },
  },
  {
    question: 'Hány munkanappal az indulás előtt kell bejelenteni a külföldi utat?',
    why: 'Hungarian, from Markdown',
    expected: { responseType: 'answer', citations: [{ filename: TRAVEL }] },
  },
  {
    question: '电池和传感器探头的保修期是多长时间？',
    why: 'Chinese, from a plain text',
    expected: { responseType: 'answer', citations: [{ filename: WARRANTY }] },
  },
  {
    question:
      'How many days in advance must vacation be requested, and how many days in advance a travel laptop?',
    why: 'two facts from two documents',
    expected: {
      responseType: 'answer',
      citations: [{ filename: HANDBOOK, page: 5 }, { filename: SECURITY }],
    },
  },
  {
    question: 'What is the capital of France?',
    why: 'nothing in the documents answers this',
    expected: { responseType: 'not_found', citations: [] },
  },
];
