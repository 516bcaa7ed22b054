import { adaptColor } from '@bitquay/contract/brands.color'
import { directionOf } from '@bitquay/contract/languages'
import type { FastifyReply } from 'fastify'
import { requireAttempts } from '../accounts/index.ts'
import { readLogo } from '../brands/index.ts'
import type { Deps } from '../deps.ts'
import { findImage } from '../images/index.ts'
import { findShopLanguages } from '../invoices/index.ts'
import { formatMinute } from '../mail/index.ts'
import type { Source } from '../platform/http/route.ts'
import { openPdf, type Pdf, type Weight } from '../platform/pdf/open-pdf.ts'
import { writeText } from '../platform/pdf/write-text.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { textsOf } from '../platform/texts/texts-of.ts'
import { getReceipt, type Receipt } from './get-receipt.ts'
import { limits } from './limits.ts'

type Wanted = { asked?: string | undefined; accepted?: string | undefined }

/** Sends the receipt of a paid invoice as one A4 page. Like the checkout, it is for everyone who has the link. */
export const sendReceiptPdf = async (
  deps: Deps,
  invoiceId: string,
  source: Source,
  reply: FastifyReply,
  wanted: Wanted = {},
) => {
  await requireAttempts(deps, [limits.receiptFilesFromSource(source.address)])
  const language = chooseLanguage({ ...wanted, ...(await findShopLanguages(deps.db, invoiceId)) })
  const receipt = await getReceipt(deps, invoiceId, language)
  const logo = await readLogo(deps.db, receipt.brand)
  const platform = await deps.brand.read()
  const mark = await findImage(deps.db, platform.logo)
  const words = wordsOf(receipt, { mode: deps.config.mode, platform: platform.name })
  const pdf = await openPdf({
    title: textsOf(language).receiptFrom(receipt.storeName),
    layout: 'portrait',
    language,
    texts: [
      ...Object.values(words),
      ...receipt.issuer.lines,
      ...receipt.facts.flatMap(([name, value]) => [name, value]),
    ],
  })
  const name = `receipt-${invoiceId.replace(/[^\w-]/g, '')}`
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .header('cache-control', 'no-store')
    .send(pdf.document)
  drawReceipt(pdf, receipt, words, { logo, mark: mark?.bytes, accent: platform.colors.accent })
  pdf.document.end()
}

type Page = { mode: 'sandbox' | 'live' /** The platform’s name. */; platform: string }

const wordsOf = (
  { language, storeName, amount, at, description, brand, issuer }: Receipt,
  { mode, platform }: Page,
) => {
  const texts = textsOf(language)
  return {
    initial: String.fromCodePoint(storeName.trim().codePointAt(0) ?? 0x3f).toUpperCase(),
    storeName,
    receipt: texts.receipt,
    amount,
    paidAt: texts.paidAt(formatMinute(at, issuer.timeZone, language)),
    description: description ?? '',
    testMode: mode === 'sandbox' ? texts.testMode : '',
    notReal: mode === 'sandbox' ? texts.notReal : '',
    questions: brand.supportContact === null ? '' : texts.questions(storeName, brand.supportContact),
    paymentsBy: `${texts.paymentsBy} ${platform}`,
  }
}

const page = { width: 595.28, height: 841.89, margin: 56 }
const inner = page.width - 2 * page.margin
const ink = { text: '#0c2230', quiet: '#586872', rule: '#dfdacd' }
const rowGap = 9

type Look = {
  /** The shop's. */
  logo: Buffer | undefined
  /** The platform's. */
  mark: Buffer | undefined
  /** The platform's, for a shop without a color. Empty: ink. */
  accent: string
}

/** Ink on white beside the shop's logo or color. Long values wrap, so that nothing of a receipt is cut. */
const drawReceipt = (pdf: Pdf, receipt: Receipt, words: ReturnType<typeof wordsOf>, { logo, mark, accent }: Look) => {
  const { document } = pdf
  const isMirrored = directionOf(receipt.language) === 'rtl'
  let y = page.margin
  const xOf = (indent: number, width: number) =>
    isMirrored ? page.width - page.margin - indent - width : page.margin + indent
  const put = (value: string, { size, weight = 'regular', color = ink.text, indent = 0, width, align }: Placed) => {
    document.fillColor(color)
    const columns = width ?? inner - indent
    const toEnd = align === 'end'
    return writeText(pdf, value, {
      x: xOf(indent, columns),
      y,
      width: columns,
      size,
      weight,
      align: align === 'center' ? 'center' : toEnd === isMirrored ? 'left' : 'right',
    })
  }
  const line = (color: string, thickness: number) =>
    document
      .moveTo(page.margin, y)
      .lineTo(page.width - page.margin, y)
      .lineWidth(thickness)
      .stroke(color)

  const color = receipt.brand.color ?? accent
  if (logo) document.image(logo, xOf(0, 34), y, { fit: [34, 34], align: 'center', valign: 'center' })
  else document.rect(xOf(0, 34), y, 34, 34).fill(color === '' ? ink.text : adaptColor(color).color)
  y += 8
  if (!logo) put(words.initial, { size: 14, weight: 'bold', color: '#ffffff', width: 34, align: 'center' })
  const nameHeight = put(words.storeName, { size: 14, weight: 'bold', indent: 46 })
  y += nameHeight
  for (const text of receipt.issuer.lines) y += put(text, { size: 9, color: ink.quiet, indent: 46 })
  y = Math.max(y, page.margin + 34) + 34
  y += put(words.receipt, { size: 11, color: ink.quiet }) + 2
  y += put(words.amount, { size: 34, weight: 'bold' }) + 2
  y += put(words.paidAt, { size: 11, color: ink.quiet }) + 18
  if (words.description !== '') y += put(words.description, { size: 11 }) + 18
  line(ink.text, 2)
  y += rowGap
  for (const [name, value] of receipt.facts) {
    const label = put(name, { size: 10, color: ink.quiet, width: 112 })
    const height = put(value, { size: 10, indent: 118, align: 'end' })
    y += Math.max(label, height) + rowGap - 1
    line(ink.rule, 0.5)
    y += rowGap - 1
  }
  y += put(words.testMode, { size: 10, weight: 'bold' })
  put(words.notReal, { size: 10 })
  y = page.height - page.margin - 30
  put(words.questions, { size: 9, color: ink.quiet })
  y += 15
  if (mark) document.image(mark, xOf(0, 12), y, { fit: [12, 12], align: 'center', valign: 'center' })
  put(words.paymentsBy, { size: 9, color: ink.quiet, indent: mark ? 17 : 0 })
}

type Placed = {
  size: number
  weight?: Weight
  color?: string
  /** From the side where reading begins. */
  indent?: number
  width?: number
  align?: 'end' | 'center'
}
