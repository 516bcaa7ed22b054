import type { LegalName } from '@bitquay/contract/legal-text'
import { brandStylePath, defaultBrand, fillBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Writes the platform's brand into a built page: for its script as data, wherever it is drawn, its icons and its colors. */
export const writeBrand = (html: string, brand: PlatformBrand, ownTexts: readonly LegalName[] = []): string =>
  writeIcons(fillBrand(html, brand, escapeHtml), brand)
    .replace(
      'data-brand=""',
      () =>
        `data-brand="${escapeHtml(JSON.stringify(brand))}"${ownTexts.length === 0 ? '' : ` data-legal="${ownTexts.join(' ')}"`}`,
    )
    .replace('</head>', (end) => `${linkStyle(brand)}${end}`)

const linkStyle = (brand: PlatformBrand) => {
  const path = brandStylePath(brand)
  return path === undefined ? '' : `<link rel="stylesheet" href="${path}">`
}

/** Our icons and our picture for link previews show our mark and our name. */
const writeIcons = (html: string, { name, logo }: PlatformBrand) => {
  if (logo === '' && name === defaultBrand.name) return html
  const preview = /\s*<meta property="og:image(?::\w+)?"[^>]*>/g
  if (logo === '') return html.replace(preview, '')
  return html
    .replace(/\s*<link rel="icon"[^>]*>(?=\s*<link rel="icon")/, '')
    .replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${logo}" />`)
    .replace(/<link rel="apple-touch-icon"[^>]*>/, () => `<link rel="apple-touch-icon" href="${logo}" />`)
    .replace(/(<meta property="og:image" content="[^"]*)\/preview\.png"/, (_, origin: string) => `${origin}${logo}"`)
    .replace(/\s*<meta property="og:image:\w+"[^>]*>/g, '')
    .replace('content="summary_large_image"', 'content="summary"')
}
