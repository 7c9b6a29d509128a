import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';
import config from '../rolldown.config';

const LIMIT = 10_000;

describe('the module', () => {
  it.each(config.map((one) => ({ ...one, format: one.output.format })))(
    'is at most 10 kB as $format, and needs nothing else',
    async ({ input, transform, output }) => {
      const bundle = await rolldown({ input, transform });
      const { output: chunks } = await bundle.generate(output);

      expect(chunks).toHaveLength(1);
      expect(chunks[0].imports).toEqual([]);
      expect(Buffer.byteLength(chunks[0].code)).toBeLessThanOrEqual(LIMIT);
      expect(chunks[0].code).not.toMatch(/\?\.[a-z]|\?\?/);
    },
  );
});
