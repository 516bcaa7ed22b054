import { useLocation } from 'react-router'
import { CurrentScreenProvider } from '../frame/current-screen.ts'
import { docsScreens } from '../frame/docs-screens.ts'
import type { Screen } from '../frame/screens.ts'
import { lazyPage, type PageModule } from './screen-routes.tsx'

const files = import.meta.glob<PageModule>('../features/docs/pages/*.tsx')

const chapters = Object.values<Screen>(docsScreens).map((screen) => ({ screen, Page: lazyPage(files, screen) }))

/** The chapter at this path. The chapters are many, so their list isn't part of the first load. */
const Docs = () => {
  const path = useLocation().pathname.replace(/\/$/, '')
  const shown = chapters.find(({ screen }) => screen.path === path) ?? chapters[0]
  return (
    shown && (
      <CurrentScreenProvider value={shown.screen}>
        <shown.Page />
      </CurrentScreenProvider>
    )
  )
}

export default Docs
