import { useWords } from '../i18n/index.js';
import type { Me } from '../api/client.js';
import { CopyButton } from '../ui/copy-button.js';

/** The addresses by which programs reach the product, as this page was reached. */
export const Addresses = ({ me }: { me: Me }) => {
  const { t } = useWords();
  const slug = me.tenant?.slug;
  const addresses = [
    ['REST', '/v1'],
    ['OpenAI', '/openai/v1'],
    ['MCP', '/mcp'],
    ...(slug === undefined ? [] : [[t.connectSignIn, `/mcp/${slug}`] as const]),
  ] as const;
  return (
    <section class="card foot" aria-label={t.connect}>
      <h2>{t.connect}</h2>
      <p>{t.connectText}</p>
      <ul class="plain addresses">
        {addresses.map(([name, path]) => (
          <li key={path}>
            <span>{name}</span>{' '}
            <bdi class="wrap">
              <code>{`${location.origin}${path}`}</code>
            </bdi>{' '}
            <CopyButton
              name={t.copyIt}
              about={`${location.origin}${path}`}
              text={() => `${location.origin}${path}`}
            />
          </li>
        ))}
      </ul>
      <p>
        {/* Of the server, not of the console: in a tab of its own the router leaves it alone. */}
        <a href="/docs" target="_blank">
          {t.connectDocs}
        </a>
      </p>
    </section>
  );
};
