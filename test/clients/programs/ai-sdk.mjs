// All that Vercel's AI SDK does with the product, printed as one object; it validates each chunk. Arguments: base address, key, the name in its questions.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { embedMany, generateText, jsonSchema, Output, streamText } from 'ai';

const [baseURL, apiKey, name] = process.argv.slice(2);
const provider = createOpenAICompatible({
  ...{ name: 'knowledge-router', baseURL, apiKey },
  ...{ includeUsage: true, supportsStructuredOutputs: true },
});
const model = provider('default');
const prompt = 'How many quokkas are allowed in a garden?';

const ask = async () => ({ ask: (await generateText({ model, prompt })).text });

const stream = async () => {
  const { textStream } = streamText({ model, prompt, onError: ({ error }) => fails(error) });
  let text = '';
  for await (const piece of textStream) text += piece;
  return { stream: text };
};

const fails = (error) => {
  throw error;
};

const cancel = async () => {
  const controller = new AbortController();
  const { fullStream } = streamText({
    ...{ model, prompt: `Does ${name} wait for ever for quokkas?` },
    ...{ abortSignal: controller.signal, includeRawChunks: true },
  });
  const seen = [];
  for await (const { type } of fullStream) {
    seen.push(type);
    if (type === 'raw') controller.abort();
  }
  return { cancelled: seen.includes('abort') };
};

const fail = async () => {
  const failed = generateText({ model: provider('gpt-4o'), prompt });
  return {
    error: await failed.catch(({ message, data }) => ({ message, code: data?.error.code })),
  };
};

const structure = async () => {
  const schema = jsonSchema({
    type: 'object',
    properties: { answer: { type: 'string' } },
    required: ['answer'],
    additionalProperties: false,
  });
  const { output } = await generateText({ model, prompt, output: Output.object({ schema }) });
  return { structured: output };
};

const embed = async () => {
  const values = ['quokka', 'a garden'];
  const { embeddings } = await embedMany({ model: provider.embeddingModel('default'), values });
  return { embeddings: embeddings.map(({ length }) => length) };
};

const report = {};
for (const work of [ask, stream, cancel, fail, structure, embed]) {
  Object.assign(report, await work());
}
console.log(JSON.stringify(report));
