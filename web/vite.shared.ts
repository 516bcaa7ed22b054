import { fileURLToPath } from 'node:url'
import type { Plugin, UserConfig } from 'vite'
import { buildValues } from './build-values.ts'
import { compileMessages } from './compile-messages.ts'
import { listLayout, runContract } from './list-layout.ts'
import { ownIcons } from './own-icons.ts'
import { slimContract } from './slim-contract.ts'

/** What both builds do: the portals with the site, and the pages for customers. */
export const sharedPlugins = () => [
  slimContract(),
  buildValues(),
  { ...ownIcons(), apply: 'build' as const },
  listLayout(),
  compileMessages({ translated: true }),
  orderLayers(),
  ownBrand(),
  preloadFonts(/archivo-latin-wdth-normal[^/]*\.woff2$/),
]

/** In development no server writes the brand into the pages. */
const ownBrand = (): Plugin => ({
  name: 'own-brand',
  apply: 'serve',
  async transformIndexHtml(html) {
    const { defaultBrand } = await runContract(
      fileURLToPath(new URL('../contract/src/platform-brand.ts', import.meta.url)),
    )
    return html
      .replace('{{brand.name}}', defaultBrand.name)
      .replace('data-brand=""', () => `data-brand="${JSON.stringify(defaultBrand).replaceAll('"', '&quot;')}"`)
  },
})

export const sharedBuild = {
  // The polyfill is an inline script in some cases and no browser that runs this code needs it.
  modulePreload: { polyfill: false },
  // The content security policy allows fonts and scripts as files of our own only, never as data.
  assetsInlineLimit: 0,
  target: 'es2023',
  sourcemap: false,
} satisfies UserConfig['build']

// A text that is used once is written where it is used, so that message files cost nothing.
const optimization = { inlineConst: { mode: 'all' } } as const

/** How long each plugin took is noise for someone who starts the product for the first time. */
export const sharedBundling = { optimization, checks: { bundlerTimings: false } }

/** What compiled plurals need, in a separate file, so that a translation loads nothing else of the page. */
export const pluralRules = { name: 'plurals', test: /node_modules[\\/](@messageformat[\\/]runtime|make-plural)[\\/]/ }

/** Every style that names no layer is a component's: stronger than layout, weaker than what the screen's width decides. */
export const sharedStyles = {
  postcss: {
    plugins: [
      {
        postcssPlugin: 'components-layer',
        OnceExit: (sheet, { AtRule }) => {
          const outside = sheet.nodes.filter(
            (node) => node.type !== 'atrule' || !/^(layer|import|font-face)$/.test(node.name),
          )
          for (const node of outside) {
            const before = node.prev()
            if (before?.type === 'atrule' && before.params === 'components' && before.nodes) before.append(node)
            else {
              const layer = new AtRule({ name: 'layer', params: 'components', nodes: [] })
              node.replaceWith(layer)
              layer.append(node)
            }
          }
        },
      },
    ],
  },
} satisfies UserConfig['css']

export const page = (name: string) => fileURLToPath(new URL(name, import.meta.url))

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
          file.source = `@layer base,layout,components,screens;${String(file.source)}`
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
