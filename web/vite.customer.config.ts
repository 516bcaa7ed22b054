import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { page, pluralRules, sharedBuild, sharedBundling, sharedPlugins } from './vite.shared.ts'

/**
 * The pages that customers and tills open, beside the portals. Preact draws them: a customer opens one page once, and
 * React would be most of what a phone has to load for it (decision 023).
 */
export default defineConfig({
  plugins: [react(), sharedPlugins()],
  resolve: {
    alias: [
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
    ],
  },
  build: {
    ...sharedBuild,
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: {
      ...sharedBundling,
      input: { checkout: page('checkout.html'), link: page('payment-link.html'), pos: page('pos.html') },
      output: { codeSplitting: { groups: [{ name: 'preact', test: /node_modules[\\/]preact[\\/]/ }, pluralRules] } },
    },
  },
})
