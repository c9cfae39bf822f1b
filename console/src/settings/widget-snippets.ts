/** What is chosen for the chat on somebody's page. */
export type WidgetChoice = {
  title: string;
  language: string;
  color: string;
  greeting: string;
  starters: readonly string[];
  /** The addresses of the pages, without a path. */
  origins: readonly string[];
  /** By its short name; '' is the default one. */
  assistant: string;
  /** '' is everything that the key may see. */
  collectionId: string;
};

/** The element that goes into the page. */
export const toPageSnippet = (server: string, choice: WidgetChoice): string => {
  const given = [
    ['title', choice.title],
    ['language', choice.language],
    ['color', choice.color],
    ['greeting', choice.greeting],
    ['starters', choice.starters.join(' | ')],
  ] as const;
  const attributes = given.flatMap(([name, value]) =>
    value === '' ? [] : [`  data-${name}="${escape(value)}"`],
  );
  return [
    '<script',
    `  src="${server}/widget.js"`,
    '  data-token-url="/widget-token"',
    ...attributes,
    '  defer',
    '></script>',
  ].join('\n');
};

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => NAMED[sign] ?? sign);

/** The address of the page's own server that makes a token for each visitor, for Node with Express. */
export const toServerSnippet = (
  server: string,
  { origins, assistant, collectionId }: WidgetChoice,
): string => {
  const asked: Record<string, unknown> = { origins, permissions: ['chat'] };
  if (assistant !== '') asked['assistantId'] = assistant;
  if (collectionId !== '') asked['collectionIds'] = [collectionId];
  return `const ORIGINS = ${JSON.stringify(origins)};

app.post('/widget-token', async (request, response) => {
  // Only your own pages get a token.
  if (!ORIGINS.includes(request.headers.origin)) return response.sendStatus(403);
  const made = await fetch('${server}/v1/browser-tokens', {
    method: 'POST',
    headers: {
      Authorization: \`Bearer \${process.env.KNOWLEDGE_ROUTER_KEY}\`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(${JSON.stringify(asked)}),
  });
  response.status(made.status).json(await made.json());
});`;
};
