import type { Answer, Body } from '@bitquay/contract/call'
import { getSystem } from '@bitquay/contract/operations'
import * as calls from '@bitquay/contract/platform-spendings'
import { getRestore } from '@bitquay/contract/restores'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/api.ts'
import { queryOf } from '../../../lib/query-client.ts'
import { useAction } from '../../../lib/use-action.ts'

export type Spending = Answer<typeof calls.listPlatformSpendings>['spendings'][number]

/** As often as the rest of the System page. */
const everyMs = 5000

export const useSpendings = () => useQuery({ ...queryOf(calls.listPlatformSpendings), refetchInterval: everyMs })

export const useDecideSpending = (txid: string) =>
  useAction({
    mutationFn: (body: Body<typeof calls.decidePlatformSpending>) =>
      ask(calls.decidePlatformSpending, { params: { txid }, body }),
    rereads: [calls.listPlatformSpendings, getSystem],
  })

export const useReviewSpendings = () =>
  useAction({
    mutationFn: (body: Body<typeof calls.reviewPlatformSpendings>) => ask(calls.reviewPlatformSpendings, { body }),
    rereads: [calls.listPlatformSpendings, getSystem, getRestore],
  })
