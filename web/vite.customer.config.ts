import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preactForReact } from './preact-for-react.ts'
import { page, pluralRules, sharedBuild, sharedBundling, sharedPlugins, sharedStyles } from './vite.shared.ts'

/** The pages that customers and tills open, beside the portals. */
export default defineConfig({
  plugins: [react(), sharedPlugins()],
  resolve: {
    alias: preactForReact,
  },
  css: sharedStyles,
  build: {
    ...sharedBuild,
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      ...sharedBundling,
      input: {
        checkout: page('checkout.html'),
        link: page('payment-link.html'),
        refund: page('refund.html'),
        pos: page('pos.html'),
      },
      output: { codeSplitting: { groups: [{ name: 'preact', test: /node_modules[\\/]preact[\\/]/ }, pluralRules] } },
    },
  },
})
