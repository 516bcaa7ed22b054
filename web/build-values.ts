import type { Plugin } from 'vite'
import { runInNode } from './run-in-node.ts'

const builtModule = /\.build\.tsx?$/

/**
 * A module named `*.build.ts` runs during the build, and the browser gets its exports as plain values. What such a module
 * imports, for example a highlighter, is never in a bundle.
 */
export const buildValues = (): Plugin => {
  let isWatching = false
  return {
    name: 'build-values',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isWatching = command === 'serve'
    },
    load: {
      filter: { id: builtModule },
      async handler(id) {
        const values = await runInNode<Record<string, unknown>>(id, isWatching)
        const lines = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        return { code: lines.join('\n'), moduleType: 'js', moduleSideEffects: false }
      },
    },
  }
}
