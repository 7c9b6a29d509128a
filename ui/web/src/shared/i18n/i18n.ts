import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

const KEPT = 'truebell.language';

function preferred(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept === 'en' || kept === 'zh') {
    return kept;
  }
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

export const i18n = i18next.createInstance();

void i18n.use(initReactI18next).init({
  lng: preferred(),
  fallbackLng: false,
  ns: [],
  resources: {},
  interpolation: { escapeValue: false },
  initAsync: false,
  returnNull: false,
});

reflect();
i18n.on('languageChanged', reflect);

export function language(): Language {
  return i18n.language === 'zh' ? 'zh' : 'en';
}

export function choose(next: Language): void {
  localStorage.setItem(KEPT, next);
  void i18n.changeLanguage(next);
}

/** What screen readers and fonts go by. */
function reflect(): void {
  document.documentElement.lang = language() === 'zh' ? 'zh-Hans' : 'en';
}
