import type { FastifyReply } from 'fastify'
import { limits, requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { minute } from '../mail/index.ts'
import { openPdf, type Pdf } from '../platform/http/pdf.ts'
import type { Source } from '../platform/http/route.ts'
import { initialOf } from './draw-page.ts'
import { getReceipt, type Receipt } from './get-receipt.ts'

/** Sends the receipt of a paid invoice as one A4 page. Like the checkout, it is for everyone who has the link. */
export const sendReceiptPdf = async (deps: Deps, invoiceId: string, source: Source, reply: FastifyReply) => {
  await requireAttempts(deps, [limits.receiptFilesFromSource(source.address)])
  const receipt = await getReceipt(deps, invoiceId)
  const pdf = await openPdf({ title: `Receipt from ${receipt.storeName}`, layout: 'portrait' })
  const name = `receipt-${invoiceId.replace(/[^\w-]/g, '')}`
  reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}.pdf"`)
    .header('cache-control', 'no-store')
    .send(pdf.document)
  drawReceipt(pdf, receipt, deps.config.mode)
  pdf.document.end()
}

const page = { width: 595.28, height: 841.89, margin: 56 }
const inner = page.width - 2 * page.margin
const ink = { text: '#0c2230', quiet: '#586872', rule: '#dfdacd' }
const rowGap = 9

/** Ink on white, whatever the colors of the page. Long values wrap, so that nothing of a receipt is cut. */
const drawReceipt = (pdf: Pdf, receipt: Receipt, mode: 'sandbox' | 'live') => {
  const { document } = pdf
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

  document.rect(page.margin, y, 34, 34).fill(ink.text)
  y += 8
  put(initialOf(receipt.storeName), { size: 14, font: 'bold', color: '#ffffff', width: 34, align: 'center' })
  const nameHeight = put(receipt.storeName, { size: 14, font: 'bold', x: page.margin + 46, width: inner - 46 })
  y += Math.max(26, nameHeight) + 34
  y += put('Receipt', { size: 11, color: ink.quiet }) + 4
  y += put(receipt.amount, { size: 34, font: 'bold' }) + 4
  y += put(`Paid ${minute(receipt.at)}`, { size: 11, color: ink.quiet }) + 18
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
  if (mode === 'sandbox') y += put('Test mode. The money is not real.', { size: 10, font: 'bold' })
  y = page.height - page.margin - 14
  put('Payments by Bitquay', { size: 9, color: ink.quiet })
}

type Placed = {
  size: number
  font?: 'bold'
  color?: string
  x?: number
  width?: number
  align?: 'left' | 'right' | 'center'
}
