import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { PlainFrame } from '../../../frame/plain-frame.tsx'
import { paths } from '../../../frame/screens.ts'
import { fillMessage } from '../../../lib/fill-message.ts'
import * as t from '../messages.ts'
import { StatusCard } from '../status-card.tsx'
import { StatusLead } from '../status-lead.tsx'

const StatusPage = () => (
  <PlainFrame>
    <Page sentence={t.purpose}>
      <StatusLead />
      <StatusCard title={t.parts} />
      <p className="c12 small muted">{fillMessage(t.help, { link: <Link to={paths.contact}>{t.contactUs}</Link> })}</p>
    </Page>
  </PlainFrame>
)

export default StatusPage
