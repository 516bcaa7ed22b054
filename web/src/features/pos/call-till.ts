import type { Answer, SentBody } from '@bitquay/contract/call'
import type { Shift } from '@bitquay/contract/tills'
import type { createSale, openShift, PosState, requestTillRefund, Sale } from '@bitquay/contract/tills.pos'
import { sendCall } from './send-call.ts'

export type CashierPin = SentBody<typeof openShift>
export type SentSale = SentBody<typeof createSale>

/** The calls of a till's device. Its cookie says who it is. */
export const callTill = (slug: string) => {
  const at = encodeURIComponent(slug)
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = zone.includes('/') ? `?tz=${encodeURIComponent(zone)}` : ''
  return {
    bind: (link: string) => sendCall<{ bound: boolean }>(`${at}/device`, { link }),
    state: () => sendCall<PosState>(`${at}${query}`),
    charge: (form: SentSale) => sendCall<Sale>(`${at}/sales`, form),
    sale: (saleId: string) => sendCall<Sale>(`${at}/sales/${saleId}`),
    cancel: (saleId: string) => sendCall<Sale>(`${at}/sales/${saleId}/cancel`, {}),
    openShift: (pin: CashierPin) => sendCall<Shift>(`${at}/shift`, pin),
    closeShift: () => sendCall<Shift>(`${at}/shift/close`, {}),
    refund: (saleId: string, wanted: SentBody<typeof requestTillRefund>) =>
      sendCall<Answer<typeof requestTillRefund>>(`${at}/sales/${saleId}/refund`, wanted),
    emailReceipt: (saleId: string, email: string) =>
      sendCall<{ sent: boolean }>(`${at}/sales/${saleId}/receipt`, { email }),
  }
}
export type TillCalls = ReturnType<typeof callTill>
