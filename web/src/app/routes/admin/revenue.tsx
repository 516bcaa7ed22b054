import { Blank } from '../../../ui/blank.tsx'
import { Page } from '../../page.tsx'

export const RevenuePage = () => (
  <Page title="Revenue" sentence="What the platform earned, over time.">
    <Blank scene="berths" title="No transactions yet" sentence="Revenue is counted from the first payment" />
  </Page>
)
