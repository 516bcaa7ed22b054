import { ActFiltersCard } from '../../../features/act-log/act-filters-card.tsx'
import { Acts } from '../../../features/act-log/acts.tsx'
import { Page } from '../../page.tsx'

export const ActLogPage = () => (
  <Page title="Act Log" sentence="Who did what, when, and from where.">
    <ActFiltersCard />
    <Acts />
  </Page>
)
