import { App, ConfigProvider, theme as ant, type ThemeConfig } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import { useMemo, type ReactNode } from 'react';
import { useLanguage } from '@/shared/i18n/texts';
import { useTheme } from '@/shared/theme/theme';

const FONT =
  'system-ui, -apple-system, "Segoe UI", "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

/** The colours are variables of theme.css; Ant Design computes with these. */
const light: ThemeConfig['token'] = {
  colorPrimary: '#1d4f4a',
  colorInfo: '#1d4f4a',
  colorLink: '#1d5f58',
  colorLinkHover: '#123d39',
  colorLinkActive: '#123d39',
  colorBgLayout: '#f7f4ec',
  colorBgContainer: '#fffdf8',
  colorBgElevated: '#fffdf8',
  colorTextBase: '#1e2624',
  colorTextSecondary: '#4e5a57',
  colorTextTertiary: '#5b6764',
  colorTextDescription: '#5b6764',
  colorTextPlaceholder: '#6a7572',
  colorBorder: '#a9a493',
  colorBorderSecondary: '#e0dacb',
  colorWarning: '#8a5a0d',
  colorError: '#a8322a',
  colorSuccess: '#1f6b45',
};

const dark: ThemeConfig['token'] = {
  colorPrimary: '#7cc7bc',
  colorInfo: '#7cc7bc',
  colorLink: '#8fd3c9',
  colorLinkHover: '#b3e4dc',
  colorLinkActive: '#b3e4dc',
  colorTextLightSolid: '#0d1513',
  colorBgLayout: '#121716',
  colorBgContainer: '#1a2120',
  colorBgElevated: '#212a28',
  colorTextBase: '#e9e6dc',
  colorTextSecondary: '#b6c0bd',
  colorTextTertiary: '#a3afac',
  colorTextDescription: '#a3afac',
  colorTextPlaceholder: '#93a09c',
  colorBorder: '#566460',
  colorBorderSecondary: '#2d3735',
  colorWarning: '#e2a63b',
  colorError: '#f08d83',
  colorSuccess: '#7ac79c',
};

/**
 * Stands around what is drawn with Ant Design. The first page does without, so that it is there
 * quickly; pages with forms bring it along.
 */
export function Ant({ children }: { children: ReactNode }) {
  const { shade } = useTheme();
  const locale = useLanguage() === 'zh' ? zhCN : enUS;
  const config: ThemeConfig = useMemo(
    () => ({
      algorithm: shade === 'dark' ? ant.darkAlgorithm : ant.defaultAlgorithm,
      token: { ...(shade === 'dark' ? dark : light), fontFamily: FONT, borderRadius: 8, fontSize: 15, controlHeight: 36 },
      components: { Button: { primaryShadow: 'none' } },
    }),
    [shade],
  );
  return (
    <ConfigProvider theme={config} locale={locale} wave={{ disabled: true }}>
      <App component={false}>{children}</App>
    </ConfigProvider>
  );
}
