import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { bareTexts } from './infra/lint/bare-texts.js';
import { retiredNames } from './infra/lint/retired-names.js';
import { frontendProductionWalls, walls } from './infra/lint/walls.js';

const TESTS = ['backend/test/**', '**/*.spec.ts', '**/*.test.{ts,tsx}', 'frontend/e2e/**'];
/** The files in which retired names are reported. */
const NAMED_AREAS = ['infra/**', 'frontend/*', 'frontend/{src,e2e}/**', 'backend/{src,test}/**'];

const WALLS = walls(import.meta.dirname);
const UNSAFE = ['argument', 'assignment', 'call', 'member-access', 'return'];
const off = (names) => Object.fromEntries(names.map((name) => [name, 'off']));

const ENVIRONMENT = {
  object: 'process',
  property: 'env',
  message: 'Variables are read once, in platform/config.ts, which names every fault at boot.',
};
const SYNCHRONIZE = {
  selector: 'Property[key.name="synchronize"][value.value=true]',
  message: 'The schema changes by migrations alone: synchronize drops columns with their data.',
};
const INTERPOLATED_SQL = {
  selector:
    'CallExpression[callee.property.name="query"][arguments.0.type="TemplateLiteral"][arguments.0.expressions.length>0]',
  message: 'Values go into the parameters of a query, never into its text.',
};
const NEST_EXCEPTIONS = {
  regex: '^@nestjs/common$',
  importNamePattern: 'Exception$',
  message: 'Throw AppError with a code of the catalogue; one filter adds its status and message.',
};
const TYPEORM = {
  regex: '^typeorm($|/)',
  message: 'A *.repository.ts holds the SQL; services group its calls with Transactions.',
};
const SWAGGER = {
  regex: '^@nestjs/swagger$',
  message: 'Only the build has it: backend/openapi/write.mjs describes the API.',
};
const FRAMEWORKS = {
  regex: '^(@nestjs/|typeorm($|/))',
  message: 'Alarm rules are pure: they are tested without Nest and without a database.',
};
const ROUTER_LINKS = {
  regex: '^react-router-dom$',
  importNamePattern: '^(Link|NavLink)$',
  message: "The router's own links are 4 kB on the page; use the one of ui/link.tsx.",
};
const PACKAGES = {
  regex: '^[^.]',
  message: 'Browser and server both load the contract, so it imports nothing but itself.',
};

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '**/coverage/',
    '**/test-results/',
    '**/playwright-report/',
    '**/.stryker-tmp/',
    '.resq/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    rules: { 'max-lines': ['error', { max: 300 }], eqeqeq: 'error', 'no-var': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}', 'infra/local/**/*.mjs'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['frontend/playwright.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // The keys of an event map are typed as `keyof Events & string`, which this rule reports.
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: ['{backend,frontend}/**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createTypeScriptImportResolver({
          project: ['backend/tsconfig.json', 'frontend/tsconfig.json'],
          noWarnOnMultipleProjects: true,
        }),
      ],
    },
    rules: { 'import-x/no-restricted-paths': ['error', { zones: WALLS }] },
  },
  {
    files: ['frontend/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        { zones: [...WALLS, ...frontendProductionWalls(import.meta.dirname)] },
      ],
    },
  },
  {
    files: ['frontend/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
  },
  {
    files: ['frontend/src/**/*.tsx'],
    ignores: ['**/*.test.tsx', '**/testing/**'],
    plugins: { texts: bareTexts },
    rules: { 'texts/bare-texts': 'error' },
  },
  {
    files: ['backend/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', SYNCHRONIZE, INTERPOLATED_SQL] },
  },
  {
    files: ['backend/src/*/**/*.ts'],
    ignores: ['backend/src/platform/config.ts'],
    rules: { 'no-restricted-properties': ['error', ENVIRONMENT] },
  },
  {
    files: NAMED_AREAS,
    // A migration that has run never changes, so its names stay.
    ignores: ['backend/src/migrations/**'],
    plugins: { resq: retiredNames },
    rules: { 'resq/retired-names': 'error' },
  },
  restrictImports(['backend/src/contract/**/*.ts'], [PACKAGES]),
  restrictImports(['backend/src/modules/**/*.ts'], [NEST_EXCEPTIONS, SWAGGER]),
  {
    ...restrictImports(['backend/src/modules/**/*.ts'], [NEST_EXCEPTIONS, SWAGGER, TYPEORM]),
    ignores: [
      'backend/src/modules/**/*.{repository,query,entity,entities}.ts',
      'backend/src/modules/**/*-retention.ts',
    ],
  },
  restrictImports(['backend/src/modules/alarms/model/**/*.ts'], [FRAMEWORKS]),
  restrictImports(['frontend/src/**/*.{ts,tsx}'], [ROUTER_LINKS]),
  // JSDoc casts are not part of the syntax tree, so every JSON.parse would count as unsafe there.
  {
    files: [...TESTS, 'infra/local/**/*.mjs'],
    rules: off(UNSAFE.map((name) => `@typescript-eslint/no-unsafe-${name}`)),
  },
);

/** Only the last list that matches a file applies, so each list is complete for its files. */
function restrictImports(files, patterns) {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}
