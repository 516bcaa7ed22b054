import type { Answer } from '@bitquay/contract/call'
import * as calls from '@bitquay/contract/doctor'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'

export type Doctor = Answer<typeof calls.getDoctor>

/** Each run asks other servers, so what was found a moment ago is shown again. */
export const useDoctor = () => useQuery({ ...queryOf(calls.getDoctor), staleTime: 60_000 })

/** What the tests found replaces what is shown. */
export const useTests = () => {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (body: { twoFactorToken?: string }) => ask(calls.runDoctor, { body }),
    onSuccess: (found: Doctor) => queries.setQueryData(queryOf(calls.getDoctor).queryKey, found),
  })
}
