import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// One browser and one page at a time: they share two cores with the application itself.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../target/vite', import.meta.url)),
  test: {
    include: ['**/*.journey.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['verbose'],
  },
});
