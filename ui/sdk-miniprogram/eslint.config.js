import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'target', 'eslint.config.js', '*.mjs'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/unbound-method': 'off', // interfaces are written as methods
      'max-lines': ['error', 300],
    },
  },
);
