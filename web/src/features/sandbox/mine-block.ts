import { levers } from '@bitquay/contract/sandbox'
import { getStatus } from '@bitquay/contract/status'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { keyOf } from '../../lib/query-client.ts'

/** One more block on the private network; the height is read again at once. */
export const useMineBlock = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => ask(levers.mine, { body: { blocks: 1 } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(getStatus) }),
  })
}
