import { defineConfig } from 'vite';
import { packAssets } from '../console/build/pack-assets.js';

export default defineConfig({
  root: import.meta.dirname,
  // Beside the page, whatever path the service stands under: /screen loads ./screen/main-….js.
  base: './',
  plugins: [packAssets('screen')],
  build: {
    // Browsers of televisions are years behind: Chromium 85 is Tizen of 2022.
    target: ['chrome85', 'firefox115', 'safari15'],
    assetsDir: 'screen',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: `${import.meta.dirname}/index.html`, worker: `${import.meta.dirname}/src/worker.ts` },
      // The worker has one address for good; the server fills in what it keeps (server/src/pages).
      output: { entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'screen/[name]-[hash].js') },
    },
  },
});
