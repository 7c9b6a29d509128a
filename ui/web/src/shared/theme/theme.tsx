import {
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';

export type Choice = 'light' | 'dark' | 'system';
export type Shade = 'light' | 'dark';

const KEPT = 'truebell.theme';

const darkMedia = window.matchMedia('(prefers-color-scheme: dark)');

function watchMedia(listener: () => void): () => void {
  darkMedia.addEventListener('change', listener);
  return () => darkMedia.removeEventListener('change', listener);
}

function kept(): Choice {
  const choice = localStorage.getItem(KEPT);
  return choice === 'light' || choice === 'dark' ? choice : 'system';
}

interface Theme {
  choice: Choice;
  shade: Shade;
  choose: (choice: Choice) => void;
}

const ThemeContext = createContext<Theme>({ choice: 'system', shade: 'light', choose: () => undefined });

export function useTheme(): Theme {
  return useContext(ThemeContext);
}

export function ThemeProvider({ children }: { children: ReactNode }) {
  const systemDark = useSyncExternalStore(watchMedia, () => darkMedia.matches);
  const [choice, setChoice] = useState<Choice>(kept);
  const shade: Shade = choice === 'system' ? (systemDark ? 'dark' : 'light') : choice;
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = shade;
  }, [shade]);
  const choose = useCallback((next: Choice) => {
    localStorage.setItem(KEPT, next);
    setChoice(next);
  }, []);
  const value = useMemo(() => ({ choice, shade, choose }), [choice, shade, choose]);
  return <ThemeContext value={value}>{children}</ThemeContext>;
}
