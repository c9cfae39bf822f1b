import { useState } from 'preact/hooks';
import { useWords } from '../i18n/index.js';
import { IconAction } from './icon-action.js';
import type { IconName } from './icons.js';

type Props = {
  name: string;
  text: () => string;
  /** Tells one from others of the same name. */
  about?: string;
  /** Shown after copying, instead of "Copied". */
  copied?: string;
  /** Shown in place of the name. */
  icon?: IconName;
};

/** Copies a text that is made when it is asked for. */
export const CopyButton = ({ name, text, about, copied, icon }: Props) => {
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
  const shown = isCopied ? (copied ?? t.copied) : name;
  if (icon !== undefined) {
    return <IconAction name={shown} icon={isCopied ? 'check' : icon} onClick={copy} />;
  }
  return (
    <button
      class="quiet"
      onClick={copy}
      {...(about !== undefined && { 'aria-label': `${shown}: ${about}` })}
    >
      {shown}
    </button>
  );
};

/** Copies the permanent address of an answer, which shares nothing: its words are shown to whoever asked. */
export const CopyLink = ({ executionId, isOwn }: { executionId: string; isOwn: boolean }) => {
  const { t } = useWords();
  return (
    <CopyButton
      name={t.copyLink}
      {...(isOwn && { copied: t.copiedForYou })}
      text={() => `${location.origin}/e/${executionId}`}
    />
  );
};
