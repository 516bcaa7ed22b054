import { createDepositAddress, listDepositAddresses } from '@bitquay/contract/deposit-addresses'
import { ask } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { usePages } from '../../lib/use-pages.ts'

const pageLength = 10
const everyMs = 30_000

export const useDepositAddresses = () => usePages(listDepositAddresses, { query: { limit: pageLength } }, { everyMs })

export const useCreateDepositAddress = () =>
  useAction({
    mutationFn: (body: { reference: string }) => ask(createDepositAddress, { body }),
    rereads: [listDepositAddresses],
  })
