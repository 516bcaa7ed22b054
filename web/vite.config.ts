import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { sitePages } from './site-pages.ts'
import { page, pluralRules, sharedBuild, sharedBundling, sharedPlugins, sharedStyles } from './vite.shared.ts'

const server = `http://localhost:${process.env.API_PORT ?? 3000}`
/** What the server answers itself. */
const proxied = {
  '/api': server,
  '/brand': server,
  '/colors': server,
  '/images': server,
  '/checkout.js': server,
  '/downloads': server,
  '/btcpay/modal': server,
}

export default defineConfig({
  plugins: [react(), sharedPlugins(), checkoutPage(), sitePages(), quietRouter()],
  server: { proxy: proxied },
  preview: { proxy: proxied },
  css: sharedStyles,
  build: {
    ...sharedBuild,
    rolldownOptions: {
      ...sharedBundling,
      input: { main: page('index.html') },
      output: {
        // The first file names all others, and nothing compresses a hash.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Together in one file, the setting is made before any other file can build a schema with it.
        codeSplitting: {
          groups: [
            pluralRules,
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|[\\/]lib[\\/]zod\.ts$/ },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // What the public pages share with the portals, in one file instead of ten small ones.
            {
              name: 'ground',
              test: /[\\/](ui[\\/](badge|class-names|figures|logo|money-text)|lib[\\/](format-date|mode|shorten|theme|token|use-now))\.tsx?$/,
            },
            // What every form, notice and list shares, so that a visitor who signs in doesn't load it.
            {
              name: 'fields',
              includeDependenciesRecursively: false,
              test: /[\\/](ui[\\/](field|form|input)|icons[\\/](eye|eye-off|search|triangle-exclamation-point))\.(tsx?|mjs)$/,
            },
            {
              name: 'notices',
              includeDependenciesRecursively: false,
              test: /[\\/](ui[\\/](notice|stepper)|icons[\\/](check|circle-check|clock|info))\.(tsx?|mjs)$/,
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
            // What people who sign in see, in one file instead of four small ones.
            {
              name: 'sign-in',
              includeDependenciesRecursively: false,
              test: /[\\/](features[\\/]accounts[\\/]sign-in-steps|frame[\\/](auth-frame|home-header)|icons[\\/]key-round)\.(tsx?|mjs)$/,
            },
            // The drawings, which pages of plain text don't show.
            {
              name: 'harbour',
              includeDependenciesRecursively: false,
              test: /[\\/](features[\\/]site[\\/](call-panel|quay-figures)|content[\\/]landing|ui[\\/]harbour[\\/][\w-]+)\.tsx?$/,
            },
            // What the public pages share, for the same reason.
            {
              name: 'site',
              // Not what these use: the entry uses it too, and their styles would come before its own.
              includeDependenciesRecursively: false,
              test: /[\\/](features[\\/]site[\\/](back-to-home|fee-figures|page-meta|prose|site-\w+)|frame[\\/]home-link|content[\\/](content|platform-brand)|features[\\/]fees[\\/]use-fees|icons[\\/](arrow-left|copy|menu|moon|sun|x))\.(tsx?|mjs)$/,
            },
          ],
        },
      },
    },
  },
})

/** In development the addresses of checkout and till show their pages, as the server does it otherwise. */
function checkoutPage(): Plugin {
  return {
    name: 'checkout-page',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        const path = request.url?.split('?')[0] ?? ''
        if (/^\/i\/[^/]+$/.test(path)) request.url = '/checkout.html'
        if (/^\/r\/[^/]+$/.test(path)) request.url = '/refund.html'
        if (/^\/pos\/[^/]+(\/display)?$/.test(path)) request.url = '/pos.html'
        next()
      })
    },
  }
}

/** The router's package always offers the build that checks for mistakes and says so in words. */
function quietRouter(): Plugin {
  const production = createRequire(import.meta.url)
    .resolve('react-router')
    .replace(/development([\\/])index\.m?js$/, 'production$1index.mjs')
  return {
    name: 'quiet-router',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: production }] } }),
  }
}
