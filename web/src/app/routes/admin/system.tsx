import { StatusCard } from '../../../features/status/status-card.tsx'
import { Page } from '../../page.tsx'

export const SystemPage = () => (
  <Page title="System" sentence="What works right now.">
    <StatusCard />
  </Page>
)
