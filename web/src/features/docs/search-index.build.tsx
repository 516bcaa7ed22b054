import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { Screen } from '../../frame/screens.ts'
import type { SearchEntry } from '../../lib/search-texts.ts'
import { chapters } from './chapters.ts'
import { readSections } from './read-sections.ts'

/** Found by name, because the pages themselves load this index. */
const files = import.meta.glob<{ default: ComponentType }>('./pages/*.tsx', { eager: true })

/** Every part of every chapter, from the pages as the build renders them. */
export const searchEntries: SearchEntry[] = chapters.flatMap((chapter) =>
  readSections(articleOf(chapter)).map((section) => ({
    path: chapter.path,
    chapter: chapter.nav?.name ?? '',
    ...section,
  })),
)

function articleOf({ path, page }: Screen): string {
  const Page = files[`./pages/${page.split('/')[1]}.tsx`]?.default
  if (!Page) throw new Error(`No page file for ${page}.`)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <StaticRouter location={path}>
        <Page />
      </StaticRouter>
    </QueryClientProvider>,
  )
  const article = /<article class="docs-text[^"]*">([\s\S]*)<\/article>/.exec(html)?.[1]
  if (!article) throw new Error(`${path} has no text to search.`)
  // The server writes its address into pages only, not into this index.
  return article.replaceAll('{{PUBLIC_URL}}', '')
}
