import { toQrText } from '../../lib/qr-text.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import * as t from './messages.ts'

/** One code for both ways to pay. */
export const InvoiceQr = ({ link, size = 200 }: { link: string; size?: number }) => (
  <QrCode size={size} text={toQrText(link)} label={t.qrCode} />
)
