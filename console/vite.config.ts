import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { endpointTable } from './build/endpoint-table.js';
import { packAssets } from './build/pack-assets.js';
import { preloadFont } from './build/preload-font.js';

// `npm run dev -w console` shows the console with the API of a server that runs already.
const server = process.env['VITRINE_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), endpointTable(), preloadFont(), packAssets()],
  html: {
    // The server writes a new one into every page that it sends (server/src/pages).
    cspNonce: '__NONCE__',
  },
  build: {
    manifest: true,
    // The policy allows styles, scripts and pictures from files; none stands in the page itself.
    assetsInlineLimit: 0,
    // The polyfill is a script for browsers that cannot run the rest either.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': { target: server, changeOrigin: true, headers: { origin: new URL(server).origin } } } },
});
