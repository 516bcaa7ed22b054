import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compileMessages } from './compile-messages.ts'
import { sitePages } from './site-pages.ts'
import { slimContract } from './slim-contract.ts'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    slimContract(),
    compileMessages(),
    checkoutPage(),
    sitePages(),
    orderLayers(),
    preloadFonts(/archivo-latin-wdth-normal[^/]*\.woff2$/),
  ],
  server: { proxy: { '/api': `http://localhost:${process.env.API_PORT ?? 3000}` } },
  preview: { proxy: { '/api': `http://localhost:${process.env.API_PORT ?? 3000}` } },
  build: {
    // The polyfill is an inline script in some cases and no browser that runs this code needs it.
    modulePreload: { polyfill: false },
    // The content security policy allows fonts and scripts as files of our own only, never as data.
    assetsInlineLimit: 0,
    target: 'es2023',
    sourcemap: false,
    rolldownOptions: {
      // A text that is used once is written where it is used, so that message files cost nothing.
      optimization: { inlineConst: { mode: 'all' } },
      // The checkout is a page of its own, so that a customer loads nothing of the portals.
      input: { main: page('index.html'), checkout: page('checkout.html'), link: page('payment-link.html') },
      output: {
        // Together in one file, the setting is made before any other file can build a schema with it.
        codeSplitting: {
          groups: [
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|[\\/]lib[\\/]zod\.ts$/ },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // What the checkout shares with the rest, in one file instead of ten small ones.
            {
              name: 'ground',
              test: /[\\/](ui[\\/](badge|class-names|figures|logo|money-text)|lib[\\/](format-date|mode|shorten|theme|token|use-now))\.tsx?$/,
            },
            // What the checkout shares with the portals only, so that a visitor who signs in doesn't load it.
            {
              name: 'shop',
              includeDependenciesRecursively: false,
              test: /[\\/]ui[\\/](qr-code|shop-frame|use-copy)\.tsx?$/,
            },
            // What every form, notice and list shares, for the same reason.
            {
              name: 'fields',
              includeDependenciesRecursively: false,
              test: /[\\/](ui[\\/](field|form|input)|icons[\\/](eye|eye-off|search|triangle-exclamation-point))\.(tsx?|mjs)$/,
            },
            {
              name: 'notices',
              includeDependenciesRecursively: false,
              test: /[\\/](ui[\\/]notice|icons[\\/](check|circle-check|clock|info))\.(tsx?|mjs)$/,
            },
            {
              name: 'forms',
              includeDependenciesRecursively: false,
              test: /[\\/](lib[\\/](use-contract-form|use-code-form|check-code)|ui[\\/]two-factor-field)\.tsx?$|node_modules[\\/](react-hook-form|@hookform)[\\/]/,
            },
            {
              name: 'lists',
              includeDependenciesRecursively: false,
              test: /[\\/]ui[\\/](list-card|load-error|load-more|table)\.tsx$/,
            },
            // What the public pages share, for the same reason.
            {
              name: 'site',
              // Not what these use: the entry uses it too, and their styles would come before its own.
              includeDependenciesRecursively: false,
              test: /[\\/](features[\\/]site[\\/](back-to-home|call-panel|fee-figures|page-meta|prose|quay-figures|site-\w+)|frame[\\/]home-link|content[\\/](content|landing)|ui[\\/]harbour[\\/][\w-]+|features[\\/]fees[\\/]use-fees|icons[\\/](arrow-left|copy|menu|moon|sun|x))\.(tsx?|mjs)$/,
            },
          ],
        },
      },
    },
  },
})

function page(name: string) {
  return fileURLToPath(new URL(name, import.meta.url))
}

/** In development the checkout's addresses show its page, as the server does it otherwise. */
function checkoutPage(): Plugin {
  return {
    name: 'checkout-page',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (/^\/i\/[^/]+$/.test(request.url?.split('?')[0] ?? '')) request.url = '/checkout.html'
        next()
      })
    },
  }
}

/**
 * Whichever style sheet comes first decides which layer wins, and the build decides which comes first: so each of them
 * says the order.
 */
function orderLayers(): Plugin {
  return {
    name: 'order-layers',
    apply: 'build',
    enforce: 'post',
    generateBundle: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) {
          file.source = `@layer properties,theme,base,components,utilities;${String(file.source)}`
        }
      }
    },
  }
}

/** This font is on every page, so the browser is told of it before it has read the style sheet. */
function preloadFonts(wanted: RegExp): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => wanted.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          })),
    },
  }
}
