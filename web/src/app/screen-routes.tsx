import { type ComponentType, lazy } from 'react'
import type { RouteObject } from 'react-router'
import { CurrentScreenProvider } from '../frame/current-screen.ts'
import type { Screen, Screens } from '../frame/screens.ts'

export type PageModule = { default: ComponentType }

/** Page files by path, as `import.meta.glob` finds them. Each portal names its own, so that it loads no other's list. */
type PageFiles = Record<string, () => Promise<PageModule>>

export const lazyPage = (files: PageFiles, { page }: Screen) => {
  const [feature, file] = page.split('/')
  const load = files[`../features/${feature}/pages/${file}.tsx`]
  if (!load) throw new Error(`No page file for ${page}.`)
  return lazy(load)
}

/** The routes of these screens. */
export const createRoutes = (screens: Screens, files: PageFiles): RouteObject[] => {
  const all = Object.values(screens)
  const own = new Set(all.map(({ path }) => path))
  return all.flatMap((screen) => {
    const Page = lazyPage(files, screen)
    const element = (
      <CurrentScreenProvider value={screen}>
        <Page />
      </CurrentScreenProvider>
    )
    const also = (screen.also ?? []).filter((path) => !own.has(path))
    return [screen.path, ...also].map((path) => ({ path, element }))
  })
}
