import type { SentBody } from '@bitquay/contract/call'
import {
  changePaymentLink,
  createPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  removeLinkImage,
  uploadLinkImage,
} from '@bitquay/contract/payment-links'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askOnce } from '../../lib/exchange.ts'
import { queryOf } from '../../lib/query-client.ts'
import { readBase64 } from '../../lib/read-base64.ts'
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

export const usePaymentLink = (id: number) =>
  useQuery({ ...queryOf(getPaymentLink, { params: { id } }), refetchInterval: 30_000 })

export const useUploadPicture = (id: number) =>
  useAction({
    mutationFn: async (file: File) => ask(uploadLinkImage, { params: { id }, body: { image: await readBase64(file) } }),
    rereads: [listPaymentLinks, getPaymentLink],
  })

export const useRemovePicture = (id: number) =>
  useAction({
    mutationFn: () => ask(removeLinkImage, { params: { id } }),
    rereads: [listPaymentLinks, getPaymentLink],
  })

export const useChangePaymentLink = (id: number) =>
  useAction({
    mutationFn: (body: LinkChange) => ask(changePaymentLink, { params: { id }, body }),
    rereads: [listPaymentLinks, getPaymentLink],
  })
