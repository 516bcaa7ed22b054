import type { SentBody } from '@bitquay/contract/call'
import { changePaymentLink, createPaymentLink, listPaymentLinks } from '@bitquay/contract/payment-links'
import { ask } from '../../lib/api.ts'
import { askOnce } from '../../lib/exchange.ts'
import { useAction } from '../../lib/use-action.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'

export type NewPaymentLink = SentBody<typeof createPaymentLink>
export type LinkChange = SentBody<typeof changePaymentLink>

export const useCreatePaymentLink = () => {
  const once = useIdempotencyKey()
  return useAction({
    mutationFn: (body: NewPaymentLink) => once(body, (key) => askOnce(createPaymentLink, key, { body })),
    rereads: [listPaymentLinks],
  })
}

export const useChangePaymentLink = (id: number) =>
  useAction({
    mutationFn: (body: LinkChange) => ask(changePaymentLink, { params: { id }, body }),
    rereads: [listPaymentLinks],
  })
