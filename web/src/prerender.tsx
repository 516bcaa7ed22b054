import { StrictMode } from 'react'
import { prerender as render } from 'react-dom/static.edge'
import { StaticRouter } from 'react-router'
import { Providers } from './app/providers.tsx'
import { Pages } from './app/router.tsx'
import { articles } from './content/help.ts'
import { docsScreens } from './frame/docs-screens.ts'
import { paths, pathTo, type Screens, screens } from './frame/screens.ts'

/** A page as a visitor sees it before any script has run: the same tree as in main.tsx, which takes it over. */
const draw = async (path: string): Promise<string> => {
  const { prelude } = await render(
    <StrictMode>
      <Providers>
        <StaticRouter location={path}>
          <Pages />
        </StaticRouter>
      </Providers>
    </StrictMode>,
    {
      // A page in several parts would be put together by scripts within it, which the content security policy forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error
      },
    },
  )
  return new Response(prelude).text()
}

const toDraw = Object.values<Screens[string]>({ ...screens.public, ...docsScreens }).flatMap(({ path, prerender }) => {
  if (!prerender) return []
  return path === paths.helpArticle ? articles.map(({ slug }) => pathTo(paths.helpArticle, { article: slug })) : [path]
})

export const drawn: ReadonlyMap<string, string> = new Map(
  await Promise.all(toDraw.map(async (path) => [path, await draw(path)] as const)),
)
