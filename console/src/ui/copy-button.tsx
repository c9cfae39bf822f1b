import { useState } from 'preact/hooks';
import { useWords } from '../i18n/index.js';

/** Copies a text that is made when it is asked for. */
export const CopyButton = ({ name, text }: { name: string; text: () => string }) => {
  const { t } = useWords();
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setCopied(true),
      // Without leave to use the clipboard nothing is copied, and nothing said to be.
      () => undefined,
    );
  };
  // Browsers lend the clipboard to pages that came by https, or from this machine.
  if (!window.isSecureContext) return null;
  return (
    <button class="quiet" onClick={copy}>
      {isCopied ? t.copied : name}
    </button>
  );
};

/** Copies the permanent address of an answer: whoever opens it sees as much as their rights allow. */
export const CopyLink = ({ executionId }: { executionId: string }) => {
  const { t } = useWords();
  return <CopyButton name={t.copyLink} text={() => `${location.origin}/e/${executionId}`} />;
};
