import { Blank } from '../../../ui/blank.tsx'
import { Page } from '../../page.tsx'

export const LoopOutPage = () => (
  <Page title="Lightning Loop-Out" sentence="Merchants’ Lightning balances on their way to their own wallets.">
    <Blank scene="berths" title="No Lightning loop-out requests found" />
  </Page>
)
