export type Payload = Record<string, unknown>;

interface Written {
  mode: 'fields' | 'raw';
  title: string;
  text: string;
  raw: string;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object that a text of JSON is; nothing when it is none. */
export function parsed(raw: string): Payload | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a payload has besides title and text. */
export function others(raw: string): Payload {
  return Object.fromEntries(Object.entries(parsed(raw) ?? {}).filter(([name]) => name !== 'title' && name !== 'text'));
}

/** The payload as it is sent; nothing when its JSON cannot be read. */
export function joined({ mode, title, text, raw }: Written): Payload | undefined {
  if (mode === 'raw') {
    return parsed(raw);
  }
  return { title, ...(text === '' ? {} : { text }), ...others(raw) };
}

/** The same in fields; whatever they have no place for stays as JSON. */
export function split(payload: Payload): Pick<Written, 'title' | 'text' | 'raw'> {
  const { title, text, ...rest } = payload;
  const words = (value: unknown) => (typeof value === 'string' ? value : '');
  return { title: words(title), text: words(text), raw: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest) };
}

const SECRET = /pass(?:word|wd|phrase)|secret|token|credential|api[-_]?key|private[-_]?key|authorization|cookie|\botp\b|密码|密钥|口令|验证码/i;

/** Whether some name in it says that its value is a secret. */
export function secretive(raw: string): boolean {
  const payload = parsed(raw);
  return payload === undefined ? SECRET.test(raw) : named(payload);
}

function named(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(named);
  }
  return isObject(value) && Object.entries(value).some(([name, inner]) => SECRET.test(name) || named(inner));
}
