import { findLanguage, type Language } from '@bitquay/contract/languages'

type Sources = {
  /** `?lang=` of the page. */
  asked?: unknown
  /** Of the invoice or the payment link, as the shop chose it. */
  invoice?: string | null | undefined
  /** The browser's Accept-Language. */
  accepted?: string | undefined
  /** The merchant's default. */
  merchant?: string | undefined
}

/** The first source that names a language we have decides. */
export const chooseLanguage = ({ asked, invoice, accepted, merchant }: Sources): Language =>
  find(asked) ?? find(invoice) ?? findAccepted(accepted) ?? find(merchant) ?? 'en'

const find = (tag: unknown) => (typeof tag === 'string' ? findLanguage(tag) : undefined)

/** Browsers send a few tags. A longer header isn't worth reading. */
const mostCharacters = 300

/** The reader's first language that we have, such as German for `sv, de-CH;q=0.8, en;q=0.5`. */
export const findAccepted = (header: string | undefined): Language | undefined =>
  (header ?? '')
    .slice(0, mostCharacters)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/\s*;\s*q=/)
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => findLanguage(tag))
    .find((language) => language !== undefined)
