// The official client of OpenAI against this server: only the base address and the key are ours.
// OPENAI_BASE_URL=http://127.0.0.1:3000/openai/v1 OPENAI_API_KEY=kr_… npx tsx examples/openai-node/ask.ts "How many days?"
import OpenAI from 'openai';

const [question = 'What can I ask?'] = process.argv.slice(2);

// Both variables are read by the client itself.
const client = new OpenAI();

const stream = client.chat.completions.stream({
  model: 'default',
  messages: [{ role: 'user', content: question }],
});
stream.on('content', (text) => process.stdout.write(text));
const { usage } = await stream.finalChatCompletion();
process.stdout.write('\n');

const { choices } = await client.chat.completions.create({
  model: 'default',
  messages: [{ role: 'user', content: question }],
});
for (const { url_citation: cited } of choices[0]?.message.annotations ?? []) {
  console.log(`→ ${cited.title}: ${cited.url}`);
}
console.error(`Tokens: ${usage?.total_tokens ?? 'not asked for'}`);
