import { MailboxCard } from '../../../features/sandbox/mailbox-card.tsx'
import { StatusCard } from '../../../features/status/status-card.tsx'
import { Page } from '../../page.tsx'
import { PlainFrame } from '../../plain-frame.tsx'

export const SandboxPage = () => (
  <PlainFrame>
    <Page title="Sandbox" sentence="A private Bitcoin network, and the mail that would have been sent.">
      <StatusCard />
      <MailboxCard />
    </Page>
  </PlainFrame>
)
