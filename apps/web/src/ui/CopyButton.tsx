import { useState } from 'react';
import { copyText } from './copy-text.ts';
import './copy-button.css';

interface CopyButtonProps {
  text: string;
  label: string;
  copied: string;
  notCopied: string;
}

/** Copies a value that is shown only once, and says whether the browser allowed it. */
export function CopyButton({ text, label, copied, notCopied }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState<boolean>();
  const copy = async () => setIsCopied(await copyText(text));
  return (
    <>
      <button type="button" className="copy-button" onClick={() => void copy()}>
        {label}
      </button>{' '}
      <span role="status">{isCopied !== undefined && (isCopied ? copied : notCopied)}</span>
    </>
  );
}
