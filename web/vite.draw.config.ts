import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileMessages } from './compile-messages.ts'
import { preactForReact } from './preact-for-react.ts'
import { slimContract } from './slim-contract.ts'
import { page, sharedBundling } from './vite.shared.ts'

/** The customers' pages once more, for the server, which draws them in every language before their script runs. */
export default defineConfig({
  plugins: [react(), slimContract(), compileMessages({ translated: 'at-once' })],
  resolve: { alias: preactForReact },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: '../dist/customer',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    rolldownOptions: {
      ...sharedBundling,
      input: { draw: page('src/customer/draw.tsx') },
      output: { codeSplitting: false },
    },
  },
})
