import { useState } from 'react';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';
import { sharedTexts } from '@/shared/ui/shared.texts';
import '@/shared/ui/controls.css';

/** Something to be copied as it is. */
export function CopyText({ text }: { text: string }) {
  const t = useTexts(sharedTexts);
  const [copied, setCopied] = useState('');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <div className="copy-text">
      <code>{text}</code>
      <Button onClick={() => void copy()}>{copied === text ? t('copied') : t('copy')}</Button>
    </div>
  );
}
