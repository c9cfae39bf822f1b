// All that the openai package does with the product, printed as one object. Arguments: base address, key, the name in its questions.
import OpenAI, { toFile } from 'openai';

const [baseURL, apiKey, name] = process.argv.slice(2);
const client = new OpenAI({ baseURL, apiKey });
const model = 'default';
const QUESTION = 'How many quokkas are allowed in a garden?';
const messages = [{ role: 'user', content: QUESTION }];

const ask = async () => {
  const { choices } = await client.chat.completions.create({ model, messages });
  const { content, annotations } = choices[0].message;
  return { ask: content, cites: annotations.map(({ url_citation: { url } }) => url) };
};

const stream = async () => {
  const helper = client.chat.completions.stream({ model, messages });
  const { choices } = await helper.finalChatCompletion();
  return { stream: choices[0].message.content };
};

const respond = async () => {
  const { output_text: text, output } = await client.responses.create({ model, input: QUESTION });
  const { annotations } = output.at(-1).content[0];
  const streamed = await client.responses.stream({ model, input: QUESTION }).finalResponse();
  return {
    responses: text,
    responsesStream: streamed.output_text,
    responsesCite: annotations.map(({ type }) => type),
  };
};

const cancel = async () => {
  const content = `Does ${name} wait for ever for quokkas?`;
  const waiting = await client.chat.completions.create({
    ...{ model, messages: [{ role: 'user', content }], stream: true },
  });
  for await (const chunk of waiting) {
    if (chunk.choices.length === 1) waiting.controller.abort();
  }
  return { cancelled: waiting.controller.signal.aborted };
};

const fail = async () => {
  const failed = client.chat.completions.create({ model: 'gpt-4o', messages });
  return { error: await failed.catch(({ message, code }) => ({ message, code })) };
};

const structure = async () => {
  const schema = {
    type: 'object',
    properties: { answer: { type: 'string' } },
    required: ['answer'],
    additionalProperties: false,
  };
  const response_format = { type: 'json_schema', json_schema: { name: 'extract', schema } };
  const asked = client.chat.completions.parse({ model, messages, response_format });
  const { choices } = await asked;
  return { structured: JSON.parse(choices[0].message.content) };
};

const embed = async () => {
  const { data } = await client.embeddings.create({ model, input: ['quokka', 'a garden'] });
  return { embeddings: data.map(({ embedding }) => embedding.length) };
};

const store = async () => {
  const text = `Four wombats live with ${name}.`;
  const file = await client.files.create({
    ...{ file: await toFile(Buffer.from(text), `${name}.txt`), purpose: 'assistants' },
  });
  const { id } = await client.vectorStores.create({ name });
  const { status } = await client.vectorStores.files.createAndPoll(
    id,
    { file_id: file.id, attributes: { name } },
    { pollIntervalMs: 100 },
  );
  const { data } = await client.vectorStores.search(id, {
    ...{ query: `wombats ${name}`, filters: { type: 'eq', key: 'name', value: name } },
  });
  const content = await (await client.files.content(file.id)).text();
  await client.vectorStores.delete(id);
  const { deleted } = await client.files.delete(file.id);
  return { files: { status, content, deleted, found: data[0]?.content[0]?.text } };
};

const report = {};
for (const work of [ask, stream, respond, cancel, fail, structure, embed, store]) {
  Object.assign(report, await work());
}
console.log(JSON.stringify(report));
