import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type LegalName, legalNames, type ShownLegal } from '@bitquay/contract/legal-text'
import type { PlatformBrand } from '@bitquay/contract/platform-brand'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { once } from '../once.ts'
import { ApiError } from './api-error.ts'
import { permissionsPolicyWithCamera } from './headers.ts'
import { refuse } from './server.ts'
import { writeBrand } from './write-brand.ts'
import { isOwn, writeLegal } from './write-legal.ts'

type Packed = (() => Buffer) | undefined
type File = { plain: Buffer; br: Packed; gzip: Packed; type: string; keep: string }

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
}

/** Files that the server changes before it sends them: they contain the mode and the operator's own address. */
const filledBefore =
  /^\/(index\.html|checkout\.html|payment-link\.html|refund\.html|pos\.html|robots\.txt|sitemap\.xml|pages\/.*)$/

/** What is missing here is never a page: programs look for files, and would read HTML as their content. */
const readByPrograms = /^\/(assets|\.well-known)\//

type Site = {
  mode: string
  publicUrl: string
  brand: { readPages: () => Promise<Shown>; preview: (token: string) => Promise<Shown | undefined> }
}

type Shown = { brand: PlatformBrand; legal: Record<LegalName, ShownLegal> }

/**
 * Where merchants scan what their signing device shows. The app goes from page to page without asking for another document,
 * so such a page that was not the first one is loaded again before it scans (web/src/features/codes/scan-button.tsx).
 */
const scans = /^\/merchant\/(signing\/[^/]+|wallet\/own-keys)\/?$/

/** Our mark. With a logo of the platform, they lead to that. */
const icons = new Set(['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png'])

/**
 * The built web app, read once: a build does not change, so no request path ever reaches the disk. Files below assets/
 * have a hash of their content in their names and may be cached forever. Each public page has its own HTML with its
 * name and description. Every other path shows the app's page, except for those that programs read.
 */
export const serveSite = (app: FastifyInstance, folder: string, site: Site) => {
  const files = readFiles(folder)
  let filled: { shown: Shown; year: number; pages: Map<string, File> } | undefined
  const pagesOf = (shown: Shown) => {
    const year = new Date().getFullYear()
    if (filled?.shown !== shown || filled.year !== year) filled = { shown, year, pages: fillPages(files, site, shown) }
    return filled.pages
  }
  const findPages = async (request: FastifyRequest) => {
    const { preview } = request.query as { preview?: unknown }
    const draft = typeof preview === 'string' ? await site.brand.preview(preview) : undefined
    // A draft is seen by few, so its pages are not kept.
    return draft ? fillPages(files, site, draft) : pagesOf(await site.brand.readPages())
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || path.startsWith('/api/')) return refuse(request, reply, new ApiError('not-found'))
    if (icons.has(path)) {
      const { logo } = (await site.brand.readPages()).brand
      // Programs ask for it without reading a page.
      if (logo !== '') return reply.header('cache-control', 'no-cache').redirect(logo)
    }
    const asItIs = filledBefore.test(path) ? undefined : files.get(path)
    if (!asItIs && readByPrograms.test(path)) return refuse(request, reply, new ApiError('not-found'))
    const pages = asItIs ? undefined : await findPages(request)
    const file = asItIs ?? pages?.get(path) ?? pages?.get(path.replace(/\/$/, '')) ?? pages?.get('')
    if (!file) return refuse(request, reply, new ApiError('not-found'))
    if (scans.test(path)) reply.header('permissions-policy', permissionsPolicyWithCamera)
    const encoding = bestEncoding(request, file)
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .headers({ 'cache-control': file.keep, vary: 'accept-encoding', 'content-type': file.type })
      .send((encoding && file[encoding]?.()) ?? file.plain)
  })
}

/** The changed pages by their path. The empty path holds what all other paths show. */
const fillPages = (files: Map<string, File>, { mode, publicUrl }: Site, { brand, legal }: Shown) => {
  const pages = new Map<string, File>()
  const fill = (path: string, name: string) => {
    const file = files.get(name)
    if (!file) return
    const text = file.plain
      .toString('utf8')
      .replace('data-mode="unknown"', `data-mode="${mode}"`)
      .replaceAll('{{PUBLIC_URL}}', escape(publicUrl))
      .replaceAll('{{YEAR}}', String(new Date().getFullYear()))
    const page = legalNames.find((each) => name === `/pages/${each}.html`)
    const html = writeBrand(
      text,
      brand,
      legalNames.filter((each) => isOwn(legal[each])),
    )
    const plain = Buffer.from(page && isOwn(legal[page]) ? writeLegal(html, page, legal[page]) : html)
    pages.set(path, {
      plain,
      br: once(() => compress(plain)),
      gzip: once(() => gzipSync(plain)),
      type: file.type,
      keep: 'no-cache',
    })
  }
  fill('', '/index.html')
  fill('/robots.txt', '/robots.txt')
  fill('/sitemap.xml', '/sitemap.xml')
  const paths = JSON.parse(files.get('/pages/paths.json')?.plain.toString('utf8') ?? '{}') as Record<string, string>
  for (const [path, name] of Object.entries(paths)) fill(path, `/${name}`)
  return pages
}

/** A fast setting: the best compression of brotli would delay the first reader. */
const compress = (plain: Buffer) => brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })

/** An address in HTML and XML. It has no quotes, since it was parsed as a URL. */
const escape = (address: string) => address.replaceAll('&', '&amp;')

/** The build puts `.br` and `.gz` next to files that are worth compressing. */
const readFiles = (folder: string) => {
  const files = new Map<string, File>()
  if (!existsSync(folder)) return files
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const known = new Set(names)
  const readIfKnown = (name: string) => {
    const content = known.has(name) ? readFileSync(name) : undefined
    return content && (() => content)
  }
  for (const name of names) {
    const type = types[extname(name)]
    if (!type) continue
    const path = name.slice(folder.length).replaceAll('\\', '/')
    files.set(path, {
      plain: readFileSync(name),
      br: readIfKnown(`${name}.br`),
      gzip: readIfKnown(`${name}.gz`),
      type,
      keep: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
  }
  return files
}

const bestEncoding = (request: FastifyRequest, file: File): 'br' | 'gzip' | undefined => {
  const accepted = request.headers['accept-encoding'] ?? ''
  if (file.br && /\bbr\b/.test(accepted)) return 'br'
  if (file.gzip && /\bgzip\b/.test(accepted)) return 'gzip'
  return undefined
}
