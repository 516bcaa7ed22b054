import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DrawnPage, PageSettings } from '@bitquay/contract/checkout.pages'
import { escapeHtml, writeBrand } from '../platform/http/write-brand.ts'
import { writeLanguage } from '../platform/texts/page-language.ts'

/** A page as the browser's code was built, if it was. */
export const readTemplate = (folder: string, name: string, mode: PageSettings['mode']): string | undefined => {
  const path = join(folder, `${name}.html`)
  if (!existsSync(path)) return undefined
  return readFileSync(path, 'utf8').replace('data-mode="unknown"', `data-mode="${mode}"`)
}

/** The built page with what its script reads there, and nothing drawn. */
export const fillFrame = (template: string, { language, brand }: Pick<PageSettings, 'language' | 'brand'>) =>
  writeBrand(writeLanguage(template, language), brand)

/** Puts what was drawn into the built page. The shop's color is a separate style sheet. */
export const fillPage = (template: string, { title, html, color }: DrawnPage, settings: PageSettings, after = '') =>
  fillFrame(template, settings)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('</head>', (end) => `${color === null ? '' : linkColor(color)}${end}`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>${after}`)

const linkColor = (color: string) => `<link rel="stylesheet" href="/colors/${escapeHtml(color.slice(1))}.css">`

/** A data block and not a script, so the content security policy allows it. A `<` in it could end the element. */
export const asJson = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
