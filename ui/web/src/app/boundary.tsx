import { Component, type ReactNode } from 'react';
import { appTexts } from '@/app/app.texts';
import { useTexts } from '@/shared/i18n/texts';
import { Button } from '@/shared/ui/button';

function Broken() {
  const t = useTexts(appTexts);
  return (
    <main className="entrance">
      <div className="card" role="alert">
        <h1>{t('broken.title')}</h1>
        <p>{t('broken.what')}</p>
        <Button look="primary" onClick={() => location.reload()}>{t('reload')}</Button>
      </div>
    </main>
  );
}

/** Whatever breaks outside of a page. */
export class Boundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}
