// build.mjs OUT: builds the three sites into OUT/react.js, OUT/vue.js and OUT/svelte.js.
import { build } from 'esbuild';
import sveltePlugin from 'esbuild-svelte';

for (const [name, entry] of [['react', 'react.jsx'], ['vue', 'vue.js'], ['svelte', 'svelte.js']]) {
  await build({
    entryPoints: [entry],
    outfile: `${process.argv[2]}/${name}.js`,
    bundle: true,
    minify: true,
    format: 'iife',
    mainFields: ['svelte', 'browser', 'module', 'main'],
    conditions: ['svelte', 'browser'],
    alias: { vue: 'vue/dist/vue.esm-bundler.js' },
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: name === 'svelte' ? [sveltePlugin()] : [],
    logLevel: 'warning',
  });
}
