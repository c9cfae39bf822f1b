import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import tseslint from 'typescript-eslint';

const forbiddenSyntax = [
  {
    selector: 'MemberExpression[property.name=/^\\$(query|execute)RawUnsafe$/]',
    message:
      'SQL is written with $queryRaw`…` or as a parameterised statement, never from a string.',
  },
  {
    selector: 'TSAsExpression > TSAsExpression',
    message: 'A double cast hides a type error. Parse the value, or fix the type.',
  },
  {
    selector:
      'ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression',
    message: 'A literal spread into a literal hides fields from the compiler: write them in place.',
  },
];

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
  message: 'Named exports only, so that one thing has one name everywhere.',
};

const testOnlySyntax = [
  {
    selector:
      'MemberExpression[object.name="jest"][property.name=/^(mock|doMock|unstable_mockModule)$/]',
    message: 'Fakes come in by factory arguments, compose overrides or the contract suite.',
  },
  {
    selector:
      'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|todo|failing)$/]',
    message: 'A test runs or does not exist: no skip, only, todo or failing.',
  },
  {
    selector: 'CallExpression[callee.name=/^(xit|fit|xtest|xdescribe|fdescribe)$/]',
    message: 'A test runs or does not exist: no skip, only, todo or failing.',
  },
];

const noEnvironment = {
  'no-restricted-properties': [
    'error',
    {
      object: 'process',
      property: 'env',
      message: 'The environment is read in config/ alone; take the value as an argument.',
    },
  ],
};

const noDynamicCode = {
  'no-eval': 'error',
  'no-new-func': 'error',
  '@typescript-eslint/no-implied-eval': 'error',
  'no-restricted-imports': [
    'error',
    {
      paths: [
        { name: 'vm', message: 'node:vm is not a sandbox.' },
        { name: 'node:vm', message: 'node:vm is not a sandbox.' },
        { name: 'vm2', message: 'vm2 is not a sandbox.' },
        { name: 'pyodide', message: 'Pyodide in Node is not a sandbox.' },
        { name: 'process', message: 'Use the global; process.env is read in config/ alone.' },
        { name: 'node:process', message: 'Use the global; process.env is read in config/ alone.' },
      ],
    },
  ],
};

const isDescribeCallback = ({ parent }) =>
  parent?.type === 'CallExpression' &&
  /^describe(\.each)?/.test(parent.callee.name ?? parent.callee.callee?.object?.name ?? '');

/** ESLint's own max-lines-per-function, but for the body of `describe`, which is a chapter and not a function. */
const maxLinesPerFunction = builtinRules.get('max-lines-per-function');
const linesPerFunctionInTests = {
  meta: maxLinesPerFunction.meta,
  create: (context) =>
    maxLinesPerFunction.create(
      Object.create(context, {
        report: {
          value: (problem) => {
            if (!isDescribeCallback(problem.node)) context.report(problem);
          },
        },
      }),
    ),
};

/** A reader meets what a file is for before what it is made of. */
const publicFunctionFirst = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    Program: ({ body }) => {
      const functions = body.flatMap(toFunctions);
      const firstExported = functions.findIndex(({ isExported }) => isExported);
      for (const { node } of functions.slice(0, Math.max(0, firstExported))) {
        context.report({ node, message: 'The exported function comes first, its helpers below.' });
      }
    },
  }),
};

const toFunctions = (statement) => {
  const isExported = statement.type === 'ExportNamedDeclaration';
  const declaration = isExported ? statement.declaration : statement;
  const isFunction =
    declaration?.type === 'FunctionDeclaration' ||
    declaration?.declarations?.some(({ init }) => init?.type === 'ArrowFunctionExpression');
  return isFunction ? [{ node: statement, isExported }] : [];
};

/** Escapes count as ASCII, and so do classes by a property (`\\p{sc=Han}`) and punctuation. */
const WORD_BEYOND_ASCII = /(?!\p{ASCII})\p{L}/u;

const literalsOfLanguage = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => {
    const check = (node) => {
      if (WORD_BEYOND_ASCII.test(context.sourceCode.getText(node))) {
        context.report({
          node,
          message:
            'Words of a language stand in language/locales/ (what the engine knows) or shared/i18n/ (what we say).',
        });
      }
    };
    return {
      Literal: (node) => {
        if (typeof node.value === 'string' || node.regex !== undefined) check(node);
      },
      TemplateElement: check,
    };
  },
};

/** Functions that call at once what they are given. */
const CALL_AT_ONCE = /^(?:map|flatMap|filter|reduce|forEach|some|every|find|byLanguage)$/;
const isFunctionNode = ({ type }) => /Function(?:Expression|Declaration)$/.test(type);
const functionAround = (node) => {
  let at = node.parent;
  while (at && !isFunctionNode(at)) at = at.parent;
  return at ?? null;
};

/** True for code that runs when its module is loaded, and never again: what it reads was written by us. */
const runsAtStart = (node, sourceCode, seen = new Set()) => {
  const around = functionAround(node);
  if (around === null) return true;
  if (seen.has(around)) return false;
  seen.add(around);
  const { parent } = around;
  const isCallback =
    parent.type === 'CallExpression' &&
    parent.arguments.includes(around) &&
    CALL_AT_ONCE.test(parent.callee.property?.name ?? parent.callee.name ?? '');
  if (isCallback) return runsAtStart(parent, sourceCode, seen);
  const named = parent.type === 'VariableDeclarator' ? parent : around;
  const statement = parent.type === 'VariableDeclarator' ? parent.parent : around;
  if (statement.parent?.type === 'ExportNamedDeclaration') return false;
  const [variable] = sourceCode.getDeclaredVariables(named);
  const uses = variable?.references.filter(({ init }) => init !== true) ?? [];
  return (
    uses.length > 0 &&
    uses.every(
      ({ identifier }) =>
        (identifier.parent.type === 'CallExpression' ||
          identifier.parent.type === 'TaggedTemplateExpression') &&
        runsAtStart(identifier, sourceCode, seen),
    )
  );
};

/** True for what was written down: literals, and constants of modules put together. */
const isWrittenDown = (node, sourceCode) => {
  switch (node?.type) {
    case 'Literal':
      return true;
    case 'TemplateLiteral':
      return node.expressions.every((part) => isWrittenDown(part, sourceCode));
    case 'TaggedTemplateExpression':
      return isWrittenDown(node.quasi, sourceCode);
    case 'MemberExpression':
      return node.property.name === 'source' && isWrittenDown(node.object, sourceCode);
    case 'Identifier': {
      let scope = sourceCode.getScope(node);
      while (scope && !scope.set.has(node.name)) scope = scope.upper;
      const [definition] = scope?.set.get(node.name)?.defs ?? [];
      const isConstant =
        definition?.type === 'ImportBinding' || definition?.parent?.kind === 'const';
      return scope?.type === 'module' && isConstant;
    }
    default:
      return false;
  }
};

const TEXT_METHODS = /^(?:match|matchAll|search)$/;

const expressionOfData = {
  meta: { type: 'problem', schema: [] },
  create: (context) => {
    const { sourceCode } = context;
    const check = (node, pattern) => {
      if (isWrittenDown(pattern, sourceCode) || runsAtStart(node, sourceCode)) return;
      context.report({
        node,
        message:
          'An expression made of data can take minutes on a text that somebody chose: look the text up by its words, or write the expression down.',
      });
    };
    const checkConstructor = (node) => {
      if (node.callee.name === 'RegExp') check(node, node.arguments[0]);
    };
    return {
      NewExpression: checkConstructor,
      CallExpression: (node) => {
        checkConstructor(node);
        const { callee, arguments: given } = node;
        const [text] = given;
        if (text === undefined || !TEXT_METHODS.test(callee.property?.name ?? '')) return;
        // Such a method makes an expression of a text.
        const type = sourceCode.parserServices.getTypeAtLocation?.(text);
        if (type?.isStringLiteral() || type?.intrinsicName === 'string') check(node, text);
      },
    };
  },
};

const functionLength = ['error', { max: 60, skipBlankLines: true, skipComments: true }];

export default defineConfig(
  globalIgnores([
    '**/dist/',
    'coverage/',
    'data/',
    'src/generated/',
    'console/generated/',
    'packages/client/src/api.ts',
    '**/fixtures/',
    'demo/samples/',
  ]),
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      ...noEnvironment,
      ...noDynamicCode,
      'no-restricted-syntax': ['error', noDefaultExport, ...forbiddenSyntax],
      'no-console': 'error',
      'no-undef': 'off',
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': functionLength,
      '@typescript-eslint/max-params': ['error', { max: 3 }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports', disallowTypeAnnotations: true },
      ],
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A port's method is asynchronous even where one adapter has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // TypeScript's noPropertyAccessFromIndexSignature style: both spellings are fine.
      '@typescript-eslint/dot-notation': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    files: ['{src,config,workers,console/src,packages/*/src}/**/*.{ts,tsx}'],
    plugins: { house: { rules: { 'public-function-first': publicFunctionFirst } } },
    rules: { 'house/public-function-first': 'error' },
  },
  {
    files: ['{src,config,workers}/**/*.ts'],
    ignores: ['src/language/locales/**', 'src/shared/i18n/**'],
    plugins: { words: { rules: { 'in-locales': literalsOfLanguage } } },
    rules: { 'words/in-locales': 'error' },
  },
  {
    files: ['{src,config,workers}/**/*.ts'],
    plugins: { expressions: { rules: { 'no-data': expressionOfData } } },
    rules: { 'expressions/no-data': 'error' },
  },
  {
    files: ['config/**/*.ts', 'prisma.config.ts', 'packages/cli/src/environment.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['*.config.ts', '**/vite*.config.ts'],
    rules: { 'no-restricted-syntax': ['error', ...forbiddenSyntax] },
  },
  {
    files: ['{demo,bench,chaos,examples,scripts}/**/*.ts'],
    rules: { 'no-console': 'off', 'no-restricted-properties': 'off' },
  },
  {
    files: ['test/**/*.ts'],
    plugins: { local: { rules: { 'max-lines-per-function': linesPerFunctionInTests } } },
    rules: {
      // A file of tests is as long as its subject.
      'max-lines': 'off',
      'no-restricted-syntax': ['error', noDefaultExport, ...forbiddenSyntax, ...testOnlySyntax],
      'no-restricted-properties': 'off',
      'max-lines-per-function': 'off',
      'local/max-lines-per-function': functionLength,
      // Jest's asymmetric matchers are typed `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.{js,cjs}'],
    languageOptions: {
      globals: {
        module: 'readonly',
        require: 'readonly',
        __dirname: 'readonly',
        process: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
      },
    },
  },
  {
    // Programs as users of other clients write them.
    files: ['test/clients/programs/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        AbortController: 'readonly',
      },
    },
  },
  {
    // Runs in a browser; its types are checked with those of the console.
    files: ['src/http/openapi/page-script.js'],
    rules: { 'no-undef': 'off' },
  },
);
