import { expect, test } from 'vitest';
import { draftOf, exampleOf, fieldsOf, settingsOf } from '@/features/channels/schema.model';

const schema = {
  type: 'object',
  required: ['appid', 'templates'],
  properties: {
    lang: { type: 'string', enum: ['zh_CN', 'en_US'], default: 'zh_CN', title: 'Language', 'x-title-zh': '语言', description: 'Of the card' },
    retries: { type: 'integer', title: 'Retries' },
    loud: { type: 'boolean', title: 'Loud' },
    level: { enum: [1, 2] },
    appid: { type: 'string', title: 'App id' },
    templates: {
      type: 'array',
      items: { type: 'object', required: ['type', 'fields'], properties: { type: { type: 'string' }, fields: { type: 'array', items: { type: 'integer' } }, page: { type: 'string' } } },
    },
  },
};

test('what a channel needs is asked for first, each in the way that fits its type', () => {
  expect(fieldsOf(schema, 'en').map(({ name, kind, required }) => [name, kind, required])).toEqual([
    ['appid', 'text', true],
    ['templates', 'raw', true],
    ['lang', 'choice', false],
    ['retries', 'number', false],
    ['loud', 'flag', false],
    ['level', 'raw', false],
  ]);
});

test('a field speaks the language of the reader as far as the channel does', () => {
  const lang = fieldsOf(schema, 'zh').find(({ name }) => name === 'lang');
  expect(lang).toMatchObject({ title: '语言', hint: 'Of the card', fallback: 'zh_CN', options: ['zh_CN', 'en_US'] });
  expect(fieldsOf(schema, 'zh').find(({ name }) => name === 'level')?.title).toBe('level');
});

test('settings come out of the fields as they went in', () => {
  const fields = fieldsOf(schema, 'en');
  const settings = { appid: 'wx1', templates: [{ type: 'a', fields: [1] }], loud: false, retries: 3 };
  expect(settingsOf(fields, draftOf(fields, settings))).toEqual({ settings, mistakes: {} });
});

test('what is left empty is left out, and what no field asks for stays', () => {
  const fields = fieldsOf(schema, 'en');
  const stored = { appid: 'wx1', templates: [], lang: 'en_US', other: 7 };
  const draft = { ...draftOf(fields, stored), lang: '' };
  expect(settingsOf(fields, draft, stored).settings).toEqual({ appid: 'wx1', templates: [], other: 7 });
});

test('what cannot be read is named and not guessed', () => {
  const fields = fieldsOf(schema, 'en');
  expect(settingsOf(fields, { appid: ' ', templates: '[{', retries: 'three' }).mistakes).toEqual({
    appid: 'required',
    templates: 'json',
    retries: 'number',
  });
});

test('an example has the shape that a schema wants, and no more', () => {
  expect(exampleOf(schema.properties.templates)).toEqual([{ type: '…', fields: [0] }]);
});

test('a channel without settings asks for none', () => {
  expect(fieldsOf({ type: 'object' }, 'en')).toEqual([]);
});
