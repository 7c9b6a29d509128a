/**
 * The part of WeChat's global `wx` that is used, as its documents describe it. The real one fits,
 * and so does a double in a test.
 */
export interface Wx {
  getStorageSync(key: string): unknown;
  setStorageSync(key: string, data: string): void;
  request(options: WxRequest): unknown;
  /** Base library 2.8.2 and later; opens from a tap alone. */
  requestSubscribeMessage?(options: WxPrompt): unknown;
  getSetting?(options: WxSetting): unknown;
  onNetworkStatusChange?(listener: (status: { isConnected: boolean }) => void): void;
}

export interface WxRequest {
  url: string;
  method: 'GET' | 'POST';
  data?: Record<string, unknown>;
  header: Record<string, string>;
  timeout: number;
  success(answer: WxAnswer): void;
  fail(): void;
}

export interface WxAnswer {
  statusCode: number;
  /** Parsed when it was JSON, else the text. */
  data: unknown;
  header?: Record<string, unknown>;
}

export interface WxPrompt {
  tmplIds: string[];
  success(answers: Record<string, string>): void;
  fail(problem: { errCode?: number | null; errMsg?: string }): void;
}

export interface WxSetting {
  withSubscriptions: true;
  success(setting: {
    subscriptionsSetting?: { mainSwitch?: boolean; itemSettings?: Record<string, string> };
  }): void;
}
