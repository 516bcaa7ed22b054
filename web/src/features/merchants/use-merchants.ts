import type { SentBody } from '@bitquay/contract/call'
import { getFees } from '@bitquay/contract/fees'
import { listLightningNames, releaseLightningName } from '@bitquay/contract/lightning-addresses'
import * as calls from '@bitquay/contract/merchants.admin'
import { getSystem } from '@bitquay/contract/operations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf, queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

const everyMs = 30_000

export const useMerchant = (id: number) =>
  useQuery({ ...queryOf(calls.getMerchant, { params: { id } }), refetchInterval: everyMs })

/** The schedule that a merchant's markup is added to. */
export const useSchedule = () => useQuery(queryOf(getFees)).data?.current

const rereads = [calls.listMerchants, '/api/admin/dashboard']

export const useCreateMerchant = () =>
  useAction({
    mutationFn: (body: SentBody<typeof calls.createMerchant>) => ask(calls.createMerchant, { body }),
    rereads,
  })

export const useChangeMerchant = (id: number) =>
  useMerchantAction(id, (body: SentBody<typeof calls.changeMerchant>) =>
    ask(calls.changeMerchant, { params: { id }, body }),
  )

export const useMoveMerchant = (id: number) =>
  useMerchantAction(id, (body: SentBody<typeof calls.moveMerchant>) =>
    ask(calls.moveMerchant, { params: { id }, body }),
  )

export const useCancelMove = (id: number) =>
  useMerchantAction(id, (body: SentBody<typeof calls.cancelMove>) => ask(calls.cancelMove, { params: { id }, body }))

export const useCollectFees = (id: number) => useMerchantAction(id, () => ask(calls.collectFees, { params: { id } }))

export const useDecideName = (id: number) =>
  useMerchantAction(id, (body: SentBody<typeof calls.decideName>) => ask(calls.decideName, { params: { id }, body }))

/** Every change answers with the merchant as it is now. */
const useMerchantAction = <Sent>(id: number, mutationFn: (body: Sent) => Promise<calls.MerchantDetail>) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn,
    onSuccess: (merchant) => queryClient.setQueryData(keyOf(calls.getMerchant, { params: { id } }), merchant),
    rereads,
  })
}

/** The platform's payment servers, with their room. */
export const useEngines = () => useQuery(queryOf(getSystem)).data?.engines

export const useLightningNames = (id: number) => useQuery(queryOf(listLightningNames, { params: { id } })).data

export const useReleaseName = (id: number, nameId: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof releaseLightningName>) =>
      ask(releaseLightningName, { params: { id, nameId }, body }),
    rereads: [listLightningNames],
  })
