import type { DrawnPage } from '@bitquay/contract/customer-pages'
import type { Language } from '@bitquay/contract/languages'
import { writeLanguage } from '../platform/texts/page-language.ts'

/** Puts what was drawn into the built page, which the script reads the language of. The shop's color is a separate style sheet. */
export const fillPage = (template: string, { title, html, color }: DrawnPage, language: Language, after = '') =>
  writeLanguage(template, language)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escape(title)}</title>`)
    .replace('</head>', (end) => `${color === null ? '' : linkColor(color)}${end}`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>${after}`)

const linkColor = (color: string) => `<link rel="stylesheet" href="/colors/${escape(color.slice(1))}.css">`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
