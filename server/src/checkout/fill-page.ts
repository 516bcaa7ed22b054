import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DrawnPage, PageSettings } from '@bitquay/contract/checkout.pages'
import type { Language } from '@bitquay/contract/languages'
import { writeLanguage } from '../platform/texts/page-language.ts'

/** A page as the browser's code was built, if it was. */
export const readTemplate = (folder: string, name: string, mode: PageSettings['mode']): string | undefined => {
  const path = join(folder, `${name}.html`)
  if (!existsSync(path)) return undefined
  return readFileSync(path, 'utf8').replace('data-mode="unknown"', `data-mode="${mode}"`)
}

/** Puts what was drawn into the built page, which the script reads the language of. The shop's color is a separate style sheet. */
export const fillPage = (template: string, { title, html, color }: DrawnPage, language: Language, after = '') =>
  writeLanguage(template, language)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escape(title)}</title>`)
    .replace('</head>', (end) => `${color === null ? '' : linkColor(color)}${end}`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>${after}`)

const linkColor = (color: string) => `<link rel="stylesheet" href="/colors/${escape(color.slice(1))}.css">`

/** A data block and not a script, so the content security policy allows it. A `<` in it could end the element. */
export const asJson = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
