import { NotFound } from '../../../frame/not-found.tsx'
import { Page } from '../../../frame/page.tsx'
import { PlainFrame } from '../../../frame/plain-frame.tsx'
import { servedMode } from '../../../lib/mode.ts'
import { MailboxCard } from '../mailbox-card.tsx'
import { SandboxPanel } from '../panel.tsx'

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
