import type { SentBody } from '@bitquay/contract/call'
import {
  addTillCashier,
  addTillDevice,
  approveTillRefund,
  changeTill,
  changeTillDevice,
  createTill,
  declineTillRefund,
  listTillRefunds,
  listTills,
  removeTillCashier,
  revokeTillDevice,
  unlockTillDevice,
} from '@bitquay/contract/tills'
import {
  changeItem,
  createItem,
  importItems,
  removeItem,
  removeItemImage,
  uploadItemImage,
} from '@bitquay/contract/tills.items'
import {
  changeTaxRate,
  createTaxRate,
  listTaxRates,
  removeTaxRate,
  type TaxRateForm,
} from '@bitquay/contract/tills.taxes'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askOnce } from '../../lib/exchange.ts'
import { queryOf } from '../../lib/query-client.ts'
import { readBase64 } from '../../lib/read-base64.ts'
import { useAction } from '../../lib/use-action.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'

const everyMs = 30_000

export const useTills = () => useQuery({ ...queryOf(listTills), refetchInterval: everyMs })

export const useCreateTill = () =>
  useAction({
    mutationFn: (body: SentBody<typeof createTill>) => ask(createTill, { body }),
    rereads: [listTills],
  })

export const useChangeTill = (id: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof changeTill>) => ask(changeTill, { params: { id }, body }),
    rereads: [listTills],
  })

export const useAddDevice = (id: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof addTillDevice>) => ask(addTillDevice, { params: { id }, body }),
    rereads: [listTills],
  })

export const useRevokeDevice = (id: number, deviceId: number) =>
  useAction({
    mutationFn: () => ask(revokeTillDevice, { params: { id, deviceId } }),
    rereads: [listTills],
  })

export const useTillRefunds = (enabled: boolean) =>
  useQuery({ ...queryOf(listTillRefunds), refetchInterval: everyMs, enabled })

export const useAddCashier = (id: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof addTillCashier>) => ask(addTillCashier, { params: { id }, body }),
    rereads: [listTills],
  })

export const useRemoveCashier = (id: number, cashierId: number) =>
  useAction({
    mutationFn: () => ask(removeTillCashier, { params: { id, cashierId } }),
    rereads: [listTills],
  })

export const useChangeDevice = (id: number, deviceId: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof changeTillDevice>) => ask(changeTillDevice, { params: { id, deviceId }, body }),
    rereads: [listTills],
  })

export const useUnlockDevice = (id: number, deviceId: number) =>
  useAction({
    mutationFn: () => ask(unlockTillDevice, { params: { id, deviceId } }),
    rereads: [listTills],
  })

export const useApproveRefund = (id: number) => {
  const once = useIdempotencyKey()
  return useAction({
    mutationFn: (body: SentBody<typeof approveTillRefund>) =>
      once(body, (key) => askOnce(approveTillRefund, key, { params: { id }, body })),
    rereads: [listTillRefunds],
  })
}

export const useDeclineRefund = (id: number) =>
  useAction({
    mutationFn: () => ask(declineTillRefund, { params: { id } }),
    rereads: [listTillRefunds],
  })

export const useUploadPicture = (id: number) =>
  useAction({
    mutationFn: async (file: File) => ask(uploadItemImage, { params: { id }, body: { image: await readBase64(file) } }),
    rereads: [listTills],
  })

export const useRemovePicture = (id: number) =>
  useAction({ mutationFn: () => ask(removeItemImage, { params: { id } }), rereads: [listTills] })

export const useAddItem = () =>
  useAction({
    mutationFn: (body: SentBody<typeof createItem>) => ask(createItem, { body }),
    rereads: [listTills, listTaxRates],
  })

export const useChangeItem = (id: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof changeItem>) => ask(changeItem, { params: { id }, body }),
    rereads: [listTills, listTaxRates],
  })

export const useRemoveItem = (id: number) =>
  useAction({ mutationFn: () => ask(removeItem, { params: { id } }), rereads: [listTills, listTaxRates] })

export const useImportItems = () =>
  useAction({
    mutationFn: (body: SentBody<typeof importItems>) => ask(importItems, { body }),
    rereads: [listTills, listTaxRates],
  })

export const useTaxRates = () => useQuery(queryOf(listTaxRates))

export const useSaveTaxRate = (id: number | undefined) =>
  useAction({
    mutationFn: (body: TaxRateForm) =>
      id === undefined ? ask(createTaxRate, { body }) : ask(changeTaxRate, { params: { id }, body }),
    rereads: [listTaxRates, listTills],
  })

export const useRemoveTaxRate = (id: number) =>
  useAction({ mutationFn: () => ask(removeTaxRate, { params: { id } }), rereads: [listTaxRates] })
