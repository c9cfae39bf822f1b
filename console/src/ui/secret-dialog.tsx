import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useWords } from '../i18n/index.js';
import { Dialog } from './dialog.js';

type Props = {
  title: string;
  text: string;
  secret: string;
  note?: string;
  children?: ComponentChildren;
  onClose: () => void;
};

/** Shows a secret that the server returns once; it is lost when the dialog closes. */
export const SecretDialog = ({ title, text, secret, note, children, onClose }: Props) => {
  const { t } = useWords();
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      // Without leave to use the clipboard it is selected by hand.
      () => undefined,
    );
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <label class="field">
        <span>{t.shownOnce}</span>
        <input readOnly value={secret} onFocus={({ currentTarget }) => currentTarget.select()} />
      </label>
      {note !== undefined && <p class="muted">{note}</p>}
      {children}
      <div class="actions">
        <button class="primary" onClick={copy}>
          {isCopied ? t.copied : t.copyIt}
        </button>
        <button onClick={onClose}>{t.close}</button>
      </div>
    </Dialog>
  );
};
