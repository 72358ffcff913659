import type { EnvironmentOptions } from 'vite';

/**
 * Bundles the used parts of libraries with the pages so that the server reads 500 fewer files at
 * startup. A process that has loaded this bundle takes 79 MB and 0.27 s of CPU time, compared with
 * 142 MB and 0.59 s with the complete libraries (November 22, 2026; decision 019). Zod stays
 * external because the server also uses it.
 */
export const SERVER_BUNDLE: EnvironmentOptions = {
  resolve: { noExternal: true, external: ['zod'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    minify: 'oxc',
    rolldownOptions: {
      // Names are not mangled, so that stack traces are readable.
      output: { minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } } },
    },
  },
};
