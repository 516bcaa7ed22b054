import { call } from '@bitquay/contract/call'
import { getStatus } from '@bitquay/contract/status'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { ask } from '../../lib/api.ts'
import { keyOf } from '../../lib/query-client.ts'

const mine = call({
  method: 'POST',
  path: '/api/sandbox/mine',
  audience: 'sandbox',
  summary: 'Mine blocks on the private network',
  body: z.strictObject({ blocks: z.number().int() }),
  output: z.unknown(),
})

/** One more block on the private network; the height is read again at once. */
export const useMineBlock = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => ask(mine, { body: { blocks: 1 } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(getStatus) }),
  })
}
