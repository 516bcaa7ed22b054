import { type Language, localeOf } from '@bitquay/contract/languages'
import { textsOf } from '../platform/texts/texts-of.ts'
import {
  type Colors,
  drawFrame,
  type Fact,
  type Line,
  type Link,
  lookOf,
  type MailBrand,
  plain,
  type Shop,
  type Step,
  type Tone,
  writeButton,
  writeFacts,
  writeFigure,
  writeFoot,
  writeHeading,
  writeLine,
  writeNotice,
  writeParagraph,
  writeSteps,
} from './email-layout.ts'

export type { Fact, Line, MailBrand, Shop } from './email-layout.ts'

export type Rendered = { subject: string; text: string; html: string }

/** What an email depends on besides what it says. */
export type Reader = { timeZone: string | null; brand: MailBrand }

export type Email = {
  /** Whether it says dates, which are written in the reader's time zone. */
  hasDates: boolean
  render: (reader: Reader) => Rendered
}

type Content = {
  subject: string
  /** The subject, unless something else is better inside. */
  heading?: string
  /** In an email to a shop's customer. It replaces our name and our colors. */
  shop?: Shop
  paragraphs: Line[]
  figure?: { name: string; amount: string; detail?: string }
  steps?: Step[]
  /** The details, as a small table of names and values. */
  facts?: Fact[]
  /** The one thing to do. The URL is ours, built from the public URL. `first` puts it above the details. */
  action?: Link & { first?: boolean }
  /** What the reader must not miss, such as what to do if it wasn't them. */
  notice?: { tone: Tone; line: Line }
  /** Below the action. */
  closing?: Line[]
  /** Where these emails can be turned off. */
  settingsUrl?: string
  /** Why they get it, below the card. */
  reasons?: string[]
  /** Adds links to our pages below the card. */
  publicUrl?: string
}

/** Writes a moment as its reader knows it. */
export type FormatMinute = (at: Date) => string

/** An email, to be rendered as plain text and as HTML. Only customers get other languages than English. Content with dates is a function, called for the reader's time zone. */
export const renderEmail = (
  content: Content | ((minute: FormatMinute) => Content),
  language: Language = 'en',
): Email => {
  if (typeof content !== 'function') return { hasDates: false, render: ({ brand }) => render(content, language, brand) }
  return {
    hasDates: true,
    render: ({ timeZone, brand }) =>
      render(
        content((at) => formatMinute(at, timeZone, language)),
        language,
        brand,
      ),
  }
}

const render = (content: Content, language: Language, brand: MailBrand): Rendered => {
  const look = lookOf(content.shop, brand, content.publicUrl)
  const subject = plain(content.subject)
  const blocks = writeBlocks(content, look.colors, language)
  const foot = writeFoot({
    reasons: reasonsOf(content, language),
    isFromStore: content.shop !== undefined,
    links: footLinks(content, language),
    language,
    brand: brand.name,
  })
  return {
    // A line break in a name must not start another header.
    subject,
    text: [...blocks, foot].map(({ text }) => text).join('\n\n'),
    html: drawFrame({
      subject,
      preheader: writeLine(content.paragraphs[0] ?? subject),
      look,
      blocks,
      foot,
      language,
    }),
  }
}

const writeBlocks = ({ subject, heading = subject, ...content }: Content, colors: Colors, language: Language) => {
  const { paragraphs, figure, steps = [], facts = [], action, notice, closing = [], settingsUrl } = content
  const button = action ? [writeButton(action, colors)] : []
  return [
    writeHeading(heading),
    ...paragraphs.map(writeParagraph),
    ...(figure ? [writeFigure(figure)] : []),
    ...(action?.first ? button : []),
    ...(steps.length > 0 ? [writeSteps(steps)] : []),
    ...(facts.length > 0 ? [writeFacts(facts, language)] : []),
    ...(action?.first ? [] : button),
    ...(notice ? [writeNotice(notice.tone, notice.line)] : []),
    ...closing.map(writeParagraph),
    ...(settingsUrl ? [writeParagraph(turnOff(settingsUrl))] : []),
  ]
}

const turnOff = (url: string): Line => ['You can turn these emails off in ', { label: 'Settings', url }]

/** The shop's address is text, not a link: what a merchant enters must not become a link under our name. */
const reasonsOf = ({ reasons = [], shop }: Content, language: Language): string[] =>
  shop?.supportEmail ? [...reasons, textsOf(language).questions(shop.name, shop.supportEmail)] : reasons

const footLinks = ({ publicUrl, shop }: Content, language: Language): Link[] => {
  if (publicUrl === undefined) return []
  if (shop !== undefined) return [{ label: textsOf(language).privacy, url: `${publicUrl}/privacy` }]
  return [
    { label: 'Status', url: `${publicUrl}/status` },
    { label: 'Contact', url: `${publicUrl}/contact` },
  ]
}

const mostCharacters = 140

/** What mail programs turn into a link: addresses with a scheme, host names in any script, IP addresses with a path. */
const linkLike = new RegExp(
  [
    /\b[a-z][a-z0-9+-]*:\/\/\S*/iu,
    /\b(?:mailto|tel|sms|bitcoin|lightning|lnurlp?):\S+/iu,
    /\bwww\.\S*/iu,
    /(?:[^\s@]{1,64}@)?(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?/iu,
    /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?[/?#]\S*/iu,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
)

/** A text of someone else's choice in an email under our name. It must not be a long message, nor carry a link. */
export const shortenCustomerText = (text: string): string => {
  const plain = text.replace(/\s+/g, ' ').replace(linkLike, '[link removed]').trim()
  if (plain.length <= mostCharacters) return plain
  // Don't cut a character that takes two code units in half.
  const cut = plain.slice(0, mostCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trimEnd()}…`
}

/** The same for what names a customer. An email address alone stays, because its reader writes to it. */
export const shortenCustomerName = (name: string): string =>
  /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(name) ? name : shortenCustomerText(name)

/** A decimal string with thousands separators. */
export const grouped = (decimal: string) => {
  const [whole = '', fraction] = decimal.split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`)
}

export const usd = (amount: string) => `$${grouped(amount)}`

const createFormat = (timeZone: string, language: Language) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone })

/**
 * "Mar 1, 2026, 12:34 PM UTC". Without UTC in the reader's own time zone. Newer versions of ICU put a narrow space before
 * PM, which some mail programs can't show.
 */
export const formatMinute = (at: Date, timeZone: string | null, language: Language = 'en'): string => {
  const own = timeZone === null ? undefined : findFormat(timeZone, language)
  const text = (own ?? createFormat('UTC', language)).format(at).replace(/\s/g, ' ')
  return own ? text : `${text} UTC`
}

/** A saved time zone that this system doesn't know must not stop an email. */
const findFormat = (timeZone: string, language: Language) => {
  try {
    return createFormat(timeZone, language)
  } catch {
    return undefined
  }
}

export const minute: FormatMinute = (at) => formatMinute(at, null)

/** 3.000 is shown as 3%, 0.500 as 0.5%. */
export const percent = (text: string) => `${text.includes('.') ? text.replace(/\.?0+$/, '') : text}%`
