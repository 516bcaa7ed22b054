import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { runInNode } from './run-in-node.ts'
import { toMarkdown, writeLlms } from './site-markdown.ts'
import { brand, type PageMeta } from './src/content/content.ts'
import { docsPages } from './src/content/docs/pages.ts'
import { articles } from './src/content/help.ts'
import { pages } from './src/content/pages.ts'
import { docsScreens } from './src/frame/docs-screens.ts'
import { paths, pathTo, screens } from './src/frame/screens.ts'

/** The server replaces it with the operator's own address, so one build serves any domain. */
const origin = '{{PUBLIC_URL}}'

type PublicPage = { name: string; path: string; source: string; meta: PageMeta }

/** The screens that have a description; the source file is known so that its script and style are fetched with the first ones. */
const publicPages: PublicPage[] = Object.entries<PageMeta>({ ...pages, ...docsPages }).map(([name, meta]) => {
  const screen = Object.entries({ ...screens.public, ...docsScreens }).find(([known]) => known === name)?.[1]
  if (!screen) throw new Error(`There is no screen ${name}.`)
  return { name, path: screen.path, source: `features/${screen.page.replace('/', '/pages/')}.tsx`, meta }
})

/** Each article of the help center has a page of its own too. */
publicPages.push(
  ...articles.map(({ slug, title, summary }) => ({
    name: `help-${slug}`,
    path: pathTo(paths.helpArticle, { article: slug }),
    source: 'features/help/pages/article.tsx',
    meta: { title: `${title} · Help · ${brand.name}`, description: summary },
  })),
)

/** What is drawn before any script runs, by path. */
const drawPages = async () => {
  const file = fileURLToPath(new URL('src/prerender.tsx', import.meta.url))
  return (await runInNode<typeof import('./src/prerender.tsx')>(file)).drawn
}

/** For people who are signed in, and for payers of one invoice: nothing that a search engine should show. */
const hidden = ['/admin', '/api/', '/i/', '/merchant', '/partner', '/sandbox']

/**
 * For each public page an HTML file of its own, with its name, description and preview for those who run no scripts; the
 * handbook as Markdown too; and the map of the site. All other paths get `index.html`, named like the landing page.
 */
export const sitePages = (): Plugin => ({
  name: 'site-pages',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') return
      const html = String(index.source)
      const drawn = await drawPages()
      for (const { name, path, source, meta } of publicPages) {
        const links = linksOf(bundle, source)
        if (!links) this.error(`No file of the build draws ${path}.`)
        const page = filled(named(html, path, meta, links), drawn.get(path))
        this.emitFile({ type: 'asset', fileName: `pages/${name}.html`, source: page })
      }
      index.source = named(html, paths.home, pages.home, '')
      const listed = publicPages.flatMap(({ path, meta }) => (meta.unlisted ? [] : [path]))
      this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: sitemap(listed) })
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots })
      const files = Object.fromEntries(publicPages.map(({ name, path }) => [path, `pages/${name}.html`]))
      const chapters = publicPages.filter(({ name }) => name in docsPages)
      for (const { name, path } of chapters) {
        const text = toMarkdown(drawn.get(path) ?? '')
        if (!text) this.error(`${path} has no text for programs.`)
        files[`${path}.md`] = `pages/${name}.md`
        this.emitFile({ type: 'asset', fileName: `pages/${name}.md`, source: text })
      }
      files['/llms.txt'] = 'pages/llms.txt'
      this.emitFile({ type: 'asset', fileName: 'pages/llms.txt', source: writeLlms(origin, chapters) })
      this.emitFile({ type: 'asset', fileName: 'pages/paths.json', source: JSON.stringify(files) })
    },
  },
})

/** A drawn page can be read without scripts; only the others say that they need them. */
const filled = (html: string, drawn: string | undefined) =>
  drawn
    ? html
        .replace('<div id="root"></div>', () => `<div id="root" data-drawn="visitor">${drawn}</div>`)
        .replace(/\s*<noscript>[\s\S]*?<\/noscript>/, '')
    : html

const named = (html: string, path: string, meta: PageMeta, links: string) =>
  html
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => head(path, meta))
    // After the site's own styles, so that a page's rules come later, as when it is fetched by itself.
    .replace('</head>', () => `${links.trimStart() && `  ${links.trimStart()}\n  `}</head>`)

const head = (path: string, { title, description, unlisted }: PageMeta) => {
  const address = `${origin}${path}`
  const named = [
    ['description', description],
    ['twitter:card', 'summary_large_image'],
    ...(unlisted ? [['robots', 'noindex']] : []),
  ]
  const shared = [
    ['og:site_name', brand.name],
    ['og:type', 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', address],
    ['og:image', `${origin}/preview.png`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
  ]
  return [
    `<title>${escape(title)}</title>`,
    ...named.map(([name = '', content = '']) => `<meta name="${name}" content="${escape(content)}" />`),
    ...shared.map(([name = '', content = '']) => `<meta property="${name}" content="${escape(content)}" />`),
    `<link rel="canonical" href="${escape(address)}" />`,
  ].join('\n    ')
}

/** The page's script with all that it needs, and its styles. What every page needs is named there already. */
const linksOf = (bundle: Rolldown.OutputBundle, source: string): string | undefined => {
  const chunks = new Map<string, Rolldown.OutputChunk>()
  for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file)
  const all = [...chunks.values()]
  const page = all.find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith(source))
  const main = all.find(({ isEntry, name }) => isEntry && name === 'main')
  if (!page || !main) return undefined
  const everywhere = neededBy(main, chunks)
  const own = [...neededBy(page, chunks)].filter((chunk) => !everywhere.has(chunk))
  const styles = new Set(own.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
  return [
    ...own.map(({ fileName }) => `\n    <link rel="modulepreload" crossorigin href="/${fileName}">`),
    ...[...styles].map((fileName) => `\n    <link rel="stylesheet" crossorigin href="/${fileName}">`),
  ].join('')
}

const neededBy = (
  chunk: Rolldown.OutputChunk,
  chunks: Map<string, Rolldown.OutputChunk>,
  seen = new Set<Rolldown.OutputChunk>(),
) => {
  if (seen.has(chunk)) return seen
  seen.add(chunk)
  for (const fileName of chunk.imports) {
    const imported = chunks.get(fileName)
    if (imported) neededBy(imported, chunks, seen)
  }
  return seen
}

const sitemap = (listed: string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listed.map((path) => `  <url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

const robots = [
  'User-agent: *',
  ...hidden.map((path) => `Disallow: ${path}`),
  '',
  `Sitemap: ${origin}/sitemap.xml`,
  '',
].join('\n')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
