import type { Language } from '@/shared/i18n/i18n';

/** How one setting of a channel is asked for. */
export interface SettingField {
  name: string;
  kind: 'text' | 'number' | 'flag' | 'choice' | 'raw';
  required: boolean;
  title: string;
  hint: string | undefined;
  /** What counts when it is left empty. */
  fallback: string | undefined;
  options: readonly string[];
  format: string | undefined;
  /** What a raw one may look like. */
  example: string | undefined;
}

/** What is typed into each field; a flag is "true", "false" or empty for the channel's own. */
export type Draft = Readonly<Record<string, string>>;
export type Settings = Record<string, unknown>;
export type Mistake = 'required' | 'number' | 'json';

type Schema = Record<string, unknown>;

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(schema: Schema, key: string): string | undefined {
  const value = schema[key];
  return typeof value === 'string' ? value : undefined;
}

/** Fields in which a channel's settings are asked for; those that it needs come first. */
export function fieldsOf(schema: Schema, language: Language): SettingField[] {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const needed = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = Object.entries(properties)
    .filter((entry): entry is [string, Schema] => isSchema(entry[1]))
    .map(([name, own]) => field(name, own, needed.includes(name), language));
  return [...fields.filter((one) => one.required), ...fields.filter((one) => !one.required)];
}

function field(name: string, schema: Schema, required: boolean, language: Language): SettingField {
  const kind = kindOf(schema);
  const said = (what: 'title' | 'description') => (language === 'zh' ? text(schema, `x-${what}-zh`) : undefined) ?? text(schema, what);
  const fallback = schema['default'];
  return {
    name,
    kind,
    required,
    title: said('title') ?? name,
    hint: said('description'),
    fallback: fallback === undefined ? undefined : shown(fallback),
    options: kind === 'choice' && Array.isArray(schema['enum']) ? schema['enum'].map(String) : [],
    format: text(schema, 'format'),
    example: kind === 'raw' ? JSON.stringify(exampleOf(schema), null, 2) : undefined,
  };
}

function kindOf(schema: Schema): SettingField['kind'] {
  if (Array.isArray(schema['enum'])) {
    return schema['enum'].every((option) => typeof option === 'string') ? 'choice' : 'raw';
  }
  switch (schema['type']) {
    case 'string':
      return 'text';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'flag';
    default:
      return 'raw';
  }
}

/** The smallest value that has a schema's shape, to begin from. */
export function exampleOf(schema: unknown): unknown {
  if (!isSchema(schema)) return null;
  if (schema['default'] !== undefined) return schema['default'];
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0];
  switch (schema['type']) {
    case 'object': {
      const properties = isSchema(schema['properties']) ? schema['properties'] : {};
      const needed = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
      return Object.fromEntries(needed.map((name) => [name, exampleOf(properties[name])]));
    }
    case 'array':
      return [exampleOf(schema['items'])];
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return '…';
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** What the fields show of settings that are stored. */
export function draftOf(fields: readonly SettingField[], settings: Settings): Draft {
  return Object.fromEntries(fields.map(({ name }) => [name, settings[name] === undefined ? '' : shown(settings[name])]));
}

/** The settings that the fields say, or what is wrong with them. What no field asks for stays. */
export function settingsOf(
  fields: readonly SettingField[],
  draft: Draft,
  stored: Settings = {},
): { settings: Settings; mistakes: Record<string, Mistake> } {
  const settings: Settings = { ...stored };
  const mistakes: Record<string, Mistake> = {};
  for (const one of fields) {
    const typed = (draft[one.name] ?? '').trim();
    const read = typed === '' ? undefined : valueOf(one, typed);
    if (read === undefined) {
      // settings are replaced whole: what is left out falls back to the channel's own
      Reflect.deleteProperty(settings, one.name);
      if (one.required) mistakes[one.name] = 'required';
    } else if ('mistake' in read) {
      mistakes[one.name] = read.mistake;
    } else {
      settings[one.name] = read.value;
    }
  }
  return { settings, mistakes };
}

function valueOf({ kind }: SettingField, typed: string): { value: unknown } | { mistake: Mistake } {
  switch (kind) {
    case 'text':
    case 'choice':
      return { value: typed };
    case 'flag':
      return { value: typed === 'true' };
    case 'number':
      return Number.isFinite(Number(typed)) ? { value: Number(typed) } : { mistake: 'number' };
    case 'raw':
      try {
        return { value: JSON.parse(typed) as unknown };
      } catch {
        return { mistake: 'json' };
      }
  }
}
