import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  envDir: false,
  server: { host: '127.0.0.1' },
  build: {
    // Fonts and pictures stay files: they are kept by browsers for good, and a data URI in the CSS is not.
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
  },
});
