import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from '@bitquay/contract/errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { articleOf, articles } from '../../content/help.ts'
import { helpOnErrors, helpOnPlaces } from '../../content/help-links.ts'
import HelpArticle from './pages/article.tsx'
import HelpCenter from './pages/center.tsx'
import { idOf, searchHelp } from './search-help.ts'

const show = (path: string) => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/help" element={<HelpCenter />} />
          <Route path="/help/:article" element={<HelpArticle />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const cards = () => screen.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent)

describe('the help center', () => {
  it('lists thirteen articles and narrows them while someone types', async () => {
    const person = show('/help')
    expect(cards()).toHaveLength(13)
    const field = screen.getByRole('searchbox', { name: 'Search help' })
    await person.type(field, 'lost ph')
    expect(cards()[0]).toBe('Lost phone')
    await person.clear(field)
    await person.type(field, 'zeppelin')
    expect(screen.queryAllByRole('listitem')).toEqual([])
    expect(screen.getByText('No article matches “zeppelin”. Write to us below.')).toBeTruthy()
  })

  it.each(articles.map(({ slug, title }) => [slug, title]))('shows /help/%s', (slug, title) => {
    show(`/help/${slug}`)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
    const steps = articleOf(slug)?.parts.flatMap((part) => part.steps ?? []) ?? []
    expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(steps.length)
  })

  it('uses contractions in every article', () => {
    expect(JSON.stringify(articles).match(/\b(?:(?:do|does|did|is|are|will|should|has|have) not|cannot)\b/g)).toBeNull()
  })

  it('says so when there is no such article', () => {
    show('/help/zeppelin')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This article doesn’t exist')
  })

  it('finds an article by its title first, and by words of its text', () => {
    expect(searchHelp('refund')[0]?.article.slug).toBe('refunds')
    expect(searchHelp('woocommerce').map(({ article }) => article.slug)).toContain('plugins')
    expect(searchHelp('')).toEqual([])
  })
})

/** Every text that a screen of the portals may show. */
const screenTexts = () => {
  const source = join(import.meta.dirname, '../..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /messages\.ts$|portal-screens\.ts$/.test(file) && !file.startsWith('features/help'),
  )
  return files.map((file) => readFileSync(join(source, file), 'utf8')).join('\n')
}

describe('what the articles name', () => {
  const known = screenTexts()
  const named = articles.flatMap(({ slug, parts }) =>
    parts.flatMap(({ text = [], steps = [], after = '' }) =>
      [...text, ...steps, after]
        .flatMap((words) => [...words.matchAll(/\*\*(.+?)\*\*/g)])
        .map((match) => [slug, match[1] ?? ''] as const),
    ),
  )

  it.each(named)('%s: a screen says “%s”', (_slug, label) => {
    expect(known.includes(`'${label}'`)).toBe(true)
  })

  it.each(articles.map(({ slug, related }) => [slug, related] as const))(
    '%s: its related articles exist',
    (_slug, related) => {
      expect(related.filter((other) => !articleOf(other))).toEqual([])
      expect(related.length).toBeGreaterThan(0)
    },
  )
})

describe('links from errors and screens', () => {
  const source = join(import.meta.dirname, '../..')
  const screens = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .join('\n')
  const places = Object.entries({ ...helpOnErrors, ...helpOnPlaces })

  it.each(places)('%s leads to a part of an article that exists: %s', (_place, target) => {
    const [slug = '', part] = target.split('#')
    const article = articleOf(slug) ?? expect.fail(`There is no article ${slug}.`)
    if (part) expect(article.parts.map(({ heading }) => idOf(heading))).toContain(part)
  })

  it.each(Object.keys(helpOnErrors))('%s is an error of a call', (code) => {
    expect(Object.keys(errors)).toContain(code)
  })

  it.each(Object.keys(helpOnPlaces))('%s is a place on a screen', (place) => {
    // The states of an invoice have one place, which names them by their state.
    expect(screens).toContain(
      place.startsWith('invoice-') ? '<HelpLink about={`invoice-${state}`} />' : `about="${place}"`,
    )
  })
})
