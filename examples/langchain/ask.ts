// Passages for a question as documents of LangChain, ready for any chain.
// Usage: KNOWLEDGE_ROUTER_API_KEY=… npx tsx ask.ts QUESTION
import { KnowledgeRouterRetriever } from '@knowledge-router/langchain';

const { KNOWLEDGE_ROUTER_URL: url = 'http://127.0.0.1:3000', KNOWLEDGE_ROUTER_API_KEY: apiKey } =
  process.env;
const [question] = process.argv.slice(2);
if (!apiKey || !question) throw new Error('Usage: KNOWLEDGE_ROUTER_API_KEY=… ask.ts QUESTION');

const retriever = new KnowledgeRouterRetriever({ client: { url, apiKey }, topK: 3 });
for (const { pageContent, metadata } of await retriever.invoke(question)) {
  console.log(`${metadata.source}, p. ${metadata.pageStart}: ${pageContent.slice(0, 200)}`);
}
