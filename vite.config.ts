import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { CHUNK_GROUPS } from './scripts/bundle/chunks.ts';
import { SERVER_BUNDLE } from './scripts/bundle/server-bundle.ts';
import { basemapPlugin } from './scripts/basemap/basemap-plugin.ts';

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), basemapPlugin(), reactRouter()],
  envDir: false,
  server: { host: '127.0.0.1' },
  build: {
    // Fonts and pictures stay files: browsers cache them for good, and a data URI in the CSS is not.
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
  },
  environments: {
    ...(command === 'build' ? { ssr: SERVER_BUNDLE } : {}),
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The router's table of routes, which every first visit has, names most files: short names make it 1.7 kB
            // lighter (22 November 2026).
            // Chunks loaded on intent are in no table.
            entryFileNames: 'assets/[hash:8].js',
            chunkFileNames: ({ isDynamicEntry }) =>
              isDynamicEntry ? 'assets/[name]-[hash:8].js' : 'assets/[hash:8].js',
            codeSplitting: { groups: CHUNK_GROUPS },
          },
        },
      },
    },
  },
}));
