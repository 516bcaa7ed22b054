import { MailboxCard } from '../../../features/sandbox/mailbox-card.tsx'
import { SandboxPanel } from '../../../features/sandbox/panel.tsx'
import { servedMode } from '../../../lib/mode.ts'
import { NotFound } from '../../not-found.tsx'
import { Page } from '../../page.tsx'
import { PlainFrame } from '../../plain-frame.tsx'

/** Where the money is real there is no such page. */
export const SandboxPage = () => (servedMode() === 'live' ? <NoSandbox /> : <Sandbox />)

const Sandbox = () => (
  <PlainFrame>
    <Page title="Sandbox" sentence="A private Bitcoin network, and the mail that would have been sent.">
      <SandboxPanel />
      <MailboxCard />
    </Page>
  </PlainFrame>
)

const NoSandbox = () => (
  <PlainFrame>
    <NotFound />
  </PlainFrame>
)
