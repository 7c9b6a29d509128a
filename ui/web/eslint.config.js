import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const below = (...layers) => [
  'error',
  {
    patterns: layers.map((layer) => ({
      group: [`@/${layer}/**`, `**/${layer}/**`],
      message: `shared → features → app: nothing here may know ${layer}`,
    })),
  },
];

export default tseslint.config(
  { ignores: ['node_modules', 'target', 'build', 'journeys/run.mjs', 'eslint.config.js'] },
  ...tseslint.configs.strictTypeChecked,
  hooks.configs.flat.recommended,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-explicit-any': 'error',
      'max-lines': ['error', 300],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]',
          message: 'A cast by way of unknown hides what the type says.',
        },
      ],
    },
  },
  { files: ['src/shared/**'], rules: { 'no-restricted-imports': below('features', 'app') } },
  { files: ['src/features/**'], rules: { 'no-restricted-imports': below('app') } },
);
