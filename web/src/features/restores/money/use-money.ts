import type { Body } from '@bitquay/contract/call'
import { listPartners } from '@bitquay/contract/partners.admin'
import { getRestore } from '@bitquay/contract/restores'
import * as calls from '@bitquay/contract/restores.money'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/api.ts'
import { queryOf } from '../../../lib/query-client.ts'
import { useAction } from '../../../lib/use-action.ts'

/** Stores sync while the page is open, so that more may appear. */
const everyMs = 15_000

export const useMoney = () => useQuery({ ...queryOf(calls.getRestoredMoney), refetchInterval: everyMs })
export const useUnownedLightning = () => useQuery(queryOf(calls.listUnownedLightning))
export const usePartnerNames = (isWanted: boolean) => useQuery({ ...queryOf(listPartners), enabled: isWanted })

const rereads = [calls.getRestoredMoney, getRestore]

export const useDecide = () =>
  useAction({
    mutationFn: (body: Body<typeof calls.decideRestoredClaim>) => ask(calls.decideRestoredClaim, { body }),
    rereads,
  })

export const useRecord = () =>
  useAction({
    mutationFn: (body: Body<typeof calls.recordUnknownTransaction>) => ask(calls.recordUnknownTransaction, { body }),
    rereads,
  })
