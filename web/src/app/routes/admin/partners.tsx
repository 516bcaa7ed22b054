import { Blank } from '../../../ui/blank.tsx'
import { Page } from '../../page.tsx'

export const PartnersPage = () => (
  <Page title="Partners" sentence="Who shares the partner pool, and what they are owed.">
    <Blank scene="berths" title="No partners found" />
  </Page>
)
