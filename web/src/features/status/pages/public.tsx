import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { PlainFrame } from '../../../frame/plain-frame.tsx'
import { paths } from '../../../frame/screens.ts'
import { StatusCard } from '../status-card.tsx'
import { StatusLead } from '../status-lead.tsx'

const StatusPage = () => (
  <PlainFrame>
    <Page sentence="What works right now, as our own screens see it.">
      <StatusLead />
      <StatusCard title="Part by part" />
      <p className="c12 small muted">
        A payment that does not look right? <Link to={paths.contact}>Talk to a person</Link>. Every invoice says for
        itself what it has received.
      </p>
    </Page>
  </PlainFrame>
)

export default StatusPage
