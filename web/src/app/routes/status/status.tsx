import { StatusCard } from '../../../features/status/status-card.tsx'
import { Page } from '../../page.tsx'
import { PlainFrame } from '../../plain-frame.tsx'

export const StatusPage = () => (
  <PlainFrame>
    <Page title="Status" sentence="What works right now, as our own screens see it.">
      <StatusCard />
    </Page>
  </PlainFrame>
)
