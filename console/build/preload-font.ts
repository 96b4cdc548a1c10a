import type { Plugin } from 'vite';

// The one font file that every page needs is asked for with the page itself, not only when its styles have been read.
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => /inter-latin-wght-normal-[\w-]+\.woff2$/.test(name));
        if (file === undefined) throw new Error('The font is not in the bundle.');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
