import { type Screens, screens } from '../frame/screens.ts'
import type { PageModule } from './screen-routes.tsx'

/** The chapters of the handbook are many, so their list isn't part of the first load. */
const loadChapter = async (file: string): Promise<PageModule> => {
  const { docsPages } = await import('./docs-pages.ts')
  const load = docsPages[file]
  if (!load) throw new Error(`No page file for ${file}.`)
  return load()
}

const chapters = Object.values<Screens[string]>(screens.public)
  .filter(({ page }) => page.startsWith('docs/'))
  .map(({ page }) => `../features/${page.replace('/', '/pages/')}.tsx`)

/** The pages that need no portal around them. */
export const publicPages = {
  ...import.meta.glob<PageModule>([
    '../features/*/pages/*.tsx',
    '!../features/docs/pages/*.tsx',
    '!../features/*/pages/{merchant,partner,admin}*.tsx',
    '!../features/accounts/pages/security.tsx',
  ]),
  ...Object.fromEntries(chapters.map((file) => [file, () => loadChapter(file)])),
}
