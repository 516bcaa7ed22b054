import { adaptColor } from '@bitquay/contract/brand-color'
import type { Language } from '@bitquay/contract/languages'
import type { FastifyReply } from 'fastify'
import { limits, requireAttempts } from '../accounts/index.ts'
import { readLogo } from '../brands/index.ts'
import type { Deps } from '../deps.ts'
import { findShopLanguages } from '../invoices/index.ts'
import { formatMinute } from '../mail/index.ts'
import { openPdf, type Pdf } from '../platform/http/pdf.ts'
import type { Source } from '../platform/http/route.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { textsOf } from '../platform/texts/texts-of.ts'
import { initialOf } from './draw-page.ts'
import { getReceipt, type Receipt } from './get-receipt.ts'

type Wanted = { asked?: string | undefined; accepted?: string | undefined }

/** The embedded font has no Japanese and no Chinese, and the PDF library doesn't write Arabic with figures in it. */
const notPrintable: readonly Language[] = ['ja', 'zh-CN', 'ar']

/** Sends the receipt of a paid invoice as one A4 page. Like the checkout, it is for everyone who has the link. */
export const sendReceiptPdf = async (
  deps: Deps,
  invoiceId: string,
  source: Source,
  reply: FastifyReply,
  wanted: Wanted = {},
) => {
  await requireAttempts(deps, [limits.receiptFilesFromSource(source.address)])
  const chosen = chooseLanguage({ ...wanted, ...(await findShopLanguages(deps.db, invoiceId)) })
  const language = notPrintable.includes(chosen) ? 'en' : chosen
  const receipt = await getReceipt(deps, invoiceId, language)
  const logo = await readLogo(deps.db, receipt.brand)
  const pdf = await openPdf({ title: textsOf(language).receiptFrom(receipt.storeName), layout: 'portrait' })
  const name = `receipt-${invoiceId.replace(/[^\w-]/g, '')}`
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .header('cache-control', 'no-store')
    .send(pdf.document)
  drawReceipt(pdf, receipt, logo, deps.config.mode)
  pdf.document.end()
}

const page = { width: 595.28, height: 841.89, margin: 56 }
const inner = page.width - 2 * page.margin
const ink = { text: '#0c2230', quiet: '#586872', rule: '#dfdacd' }
const rowGap = 9

/** Ink on white beside the shop's logo or color. Long values wrap, so that nothing of a receipt is cut. */
const drawReceipt = (pdf: Pdf, receipt: Receipt, logo: Buffer | undefined, mode: 'sandbox' | 'live') => {
  const { document } = pdf
  const texts = textsOf(receipt.language)
  let y = page.margin
  const put = (value: string, options: Placed) => {
    document
      .font(options.font ?? 'regular')
      .fontSize(options.size)
      .fillColor(options.color ?? ink.text)
    const text = pdf.toPrintable(value)
    const width = options.width ?? inner
    document.text(text, options.x ?? page.margin, y, { width, align: options.align ?? 'left' })
    return document.heightOfString(text, { width })
  }
  const line = (color: string, thickness: number) =>
    document
      .moveTo(page.margin, y)
      .lineTo(page.width - page.margin, y)
      .lineWidth(thickness)
      .stroke(color)

  const { color, supportContact } = receipt.brand
  if (logo) document.image(logo, page.margin, y, { fit: [34, 34], align: 'center', valign: 'center' })
  else document.rect(page.margin, y, 34, 34).fill(color === null ? ink.text : adaptColor(color).color)
  y += 8
  if (!logo) put(initialOf(receipt.storeName), { size: 14, font: 'bold', color: '#ffffff', width: 34, align: 'center' })
  const nameHeight = put(receipt.storeName, { size: 14, font: 'bold', x: page.margin + 46, width: inner - 46 })
  y += Math.max(26, nameHeight) + 34
  y += put(texts.receipt, { size: 11, color: ink.quiet }) + 4
  y += put(receipt.amount, { size: 34, font: 'bold' }) + 4
  y += put(texts.paidAt(formatMinute(receipt.at, null, receipt.language)), { size: 11, color: ink.quiet }) + 18
  if (receipt.description) y += put(receipt.description, { size: 11 }) + 18
  line(ink.text, 2)
  y += rowGap + 1
  for (const [name, value] of receipt.facts) {
    const label = put(name, { size: 10, color: ink.quiet, width: 120 })
    const height = put(value, { size: 10, x: page.margin + 130, width: inner - 130, align: 'right' })
    y += Math.max(label, height) + rowGap
    line(ink.rule, 0.5)
    y += rowGap
  }
  if (mode === 'sandbox') y += put(`${texts.testMode}. ${texts.notReal}`, { size: 10, font: 'bold' })
  y = page.height - page.margin - 28
  if (supportContact !== null) {
    put(texts.questions(receipt.storeName, supportContact), { size: 9, color: ink.quiet })
  }
  y += 14
  put(`${texts.paymentsBy} Bitquay`, { size: 9, color: ink.quiet })
}

type Placed = {
  size: number
  font?: 'bold'
  color?: string
  x?: number
  width?: number
  align?: 'left' | 'right' | 'center'
}
