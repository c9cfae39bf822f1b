// All that LangChain for JavaScript does with the product, printed as one object. Arguments: base address, key, the name in its questions.
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';

const [baseURL, apiKey, name] = process.argv.slice(2);
const configuration = { baseURL };
const chat = new ChatOpenAI({ model: 'default', apiKey, configuration });
const responses = new ChatOpenAI({
  ...{ model: 'default', apiKey, configuration, useResponsesApi: true },
});
const QUESTION = 'How many quokkas are allowed in a garden?';

const ask = async () => ({ ask: (await chat.invoke(QUESTION)).text });

const stream = async () => {
  let text = '';
  for await (const chunk of await chat.stream(QUESTION)) text += chunk.text;
  return { stream: text };
};

const respond = async () => {
  const { text, content } = await responses.invoke(QUESTION);
  let streamed = '';
  for await (const chunk of await responses.stream(QUESTION)) streamed += chunk.text;
  const annotations = content.flatMap((part) => part.annotations ?? []);
  return {
    responses: text,
    responsesStream: streamed,
    responsesCite: annotations.map(({ source, type }) => source ?? type),
    cites: annotations.flatMap(({ url }) => url ?? []),
  };
};

const cancel = async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const waiting = chat.stream(`Does ${name} wait for ever for quokkas?`, { signal });
  const reading = (async () => {
    for await (const chunk of await waiting) {
      if (chunk.text === '') controller.abort();
    }
  })();
  await reading.catch(() => undefined);
  return { cancelled: signal.aborted };
};

const fail = async () => {
  const other = new ChatOpenAI({ model: 'quokka-4o', apiKey, configuration });
  return { error: await other.invoke(QUESTION).catch(({ message, code }) => ({ message, code })) };
};

const structure = async () => {
  const schema = {
    type: 'object',
    properties: { answer: { type: 'string' } },
    required: ['answer'],
    additionalProperties: false,
  };
  return { structured: await chat.withStructuredOutput(schema).invoke(QUESTION) };
};

const embed = async () => {
  const embeddings = new OpenAIEmbeddings({ model: 'default', apiKey, configuration });
  const vectors = await embeddings.embedDocuments(['quokka', 'a garden']);
  return { embeddings: vectors.map(({ length }) => length) };
};

const report = {};
for (const work of [ask, stream, respond, cancel, fail, structure, embed]) {
  Object.assign(report, await work());
}
console.log(JSON.stringify(report));
