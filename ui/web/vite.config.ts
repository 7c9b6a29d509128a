import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': path('./src') } },
  build: {
    outDir: process.env['TRUEBELL_PAGES_OUT'] ?? path('../target/classes/META-INF/resources'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 900,
  },
  server: { proxy: { '/v1': process.env['TRUEBELL_URL'] ?? 'http://localhost:8080' } },
});
