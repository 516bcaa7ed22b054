import { ScheduleCard } from '../../../features/fees/schedule-card.tsx'
import { Page } from '../../page.tsx'

export const FeesPage = () => (
  <Page title="Fees" sentence="One schedule that every screen prints.">
    <ScheduleCard />
  </Page>
)
