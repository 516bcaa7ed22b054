import { mine } from '@bitquay/contract/sandbox'
import { getStatus } from '@bitquay/contract/status'
import { ask } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'

/** One more block on the private network; answers its height, which the status learns some seconds later. */
export const useMineBlock = () =>
  useAction({
    mutationFn: async () => {
      const { height } = await ask(mine, { body: { blocks: 1 } })
      return typeof height === 'number' ? height : 0
    },
    rereads: [getStatus],
  })
