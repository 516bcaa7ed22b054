import {
  formatLegalDay,
  type Inline,
  type LegalBlock,
  type LegalName,
  type LegalText,
  readLegalText,
  type ShownLegal,
} from '@bitquay/contract/legal-text'
import { escapeHtml } from './write-brand.ts'

/** Whether the operator wrote what applies, or what will. */
export const isOwn = ({ present, coming }: ShownLegal) => present.text !== '' || coming.length > 0

/**
 * Puts the operator's text into a legal page, for those who run no scripts. The script draws the page anew from the data at
 * its end, since the build has drawn it with our text.
 */
export const writeLegal = (html: string, name: LegalName, shown: ShownLegal): string =>
  html
    .replace(' data-drawn="visitor"', '')
    .replace(
      /(<article class="site legal[^>]*>)([\s\S]*)(<\/article>)/,
      (_, start: string, ours: string, end: string) => {
        const { present, coming } = shown
        const title = /<h1[^>]*>[\s\S]*?<\/h1>/.exec(ours)?.[0] ?? ''
        const text = present.text === '' ? ours : `<header>${title}${drawDay(present)}</header>${drawText(present)}`
        return `${start}${text}${coming.map((next) => `<h2 class="text-xl">From ${formatLegalDay(next.from)}</h2>${drawText(next)}`).join('')}${end}`
      },
    )
    .replace('</body>', () => `${asData(name, shown)}</body>`)

const drawDay = ({ from }: LegalText) => `<p class="small quiet mt-5">Applies from ${formatLegalDay(from)}</p>`

/** A data block and not a script, so the content security policy allows it. A `<` in it could end the element. */
const asData = (name: LegalName, shown: ShownLegal) =>
  `<script type="application/json" id="legal-${name}">${JSON.stringify(shown).replaceAll('<', '\\u003c')}</script>`

const drawText = ({ text }: LegalText) =>
  `<div class="legal-text prose text-base">${readLegalText(text).map(drawBlock).join('')}</div>`

const drawBlock = (block: LegalBlock): string => {
  if (block.kind === 'heading') return `<h${block.level}>${drawInline(block.parts)}</h${block.level}>`
  if (block.kind === 'paragraph') return `<p>${drawInline(block.parts)}</p>`
  const tag = block.ordered ? 'ol' : 'ul'
  return `<${tag}>${block.items.map((item) => `<li>${drawInline(item)}</li>`).join('')}</${tag}>`
}

const drawInline = (parts: readonly Inline[]) =>
  parts
    .map((part) => {
      const text = escapeHtml(part.text)
      if (part.kind === 'link') return `<a href="${escapeHtml(part.href)}" rel="noreferrer">${text}</a>`
      return part.kind === 'bold' ? `<b>${text}</b>` : text
    })
    .join('')
