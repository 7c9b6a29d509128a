import { expect, test } from 'vitest';
import { wrongForm } from '@/features/session/session.model';

test.each([
  ['', 'key.missing'],
  ['  \n', 'key.missing'],
  ['k_123', 'key.form'],
  [' tbk_abc ', undefined],
])('%j is wrong as %s', (key, wrong) => {
  expect(wrongForm(key)).toBe(wrong);
});
