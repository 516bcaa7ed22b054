import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const namedImport = /import \{([^}]+)\} from 'lucide-react'/g
const exported = /export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/g

/** Imports each icon from its own file, because the package's list of all icons is two thousand modules to read. */
export const ownIcons = (): Plugin => {
  const files = readFiles()
  return {
    name: 'own-icons',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: "from 'lucide-react'" },
      handler(code) {
        return {
          code: code.replace(namedImport, (_all, names: string) =>
            names
              .split(',')
              .map((name) => name.trim())
              .filter((name) => name !== '' && !name.startsWith('type '))
              .map((name) => {
                const [icon = '', own = icon] = name.split(' as ')
                const file = files.get(icon)
                if (!file) this.error(`There is no icon ${icon}.`)
                return `import ${own} from 'lucide-react/icons/${file}'`
              })
              .join(';'),
          ),
          map: null,
        }
      },
    },
  }
}

/** The files of icons by name. Some icons have several names. */
const readFiles = () => {
  const list = createRequire(import.meta.url)
    .resolve('lucide-react')
    .replace(/cjs([\\/])lucide-react\.js$/, 'esm$1lucide-react.mjs')
  return new Map(
    [...readFileSync(list, 'utf8').matchAll(exported)].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.trim().replace(/^default as /, ''), file] as const),
    ),
  )
}
