// Older phones run older engines, and WeChat's tools leave packages as they are.
const shared = { input: 'src/index.ts', transform: { target: 'es2018' } };
const small = { minify: true, comments: { annotation: false, legal: false } };

const builds = [
  { ...shared, output: { file: 'dist/index.js', format: 'esm', ...small } },
  { ...shared, output: { file: 'dist/index.cjs', format: 'cjs', ...small } },
] as const;

export default builds;
