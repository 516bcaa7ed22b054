import { NotFound } from '../../../frame/not-found.tsx'
import { Page } from '../../../frame/page.tsx'
import { PlainFrame } from '../../../frame/plain-frame.tsx'
import { servedMode } from '../../../lib/mode.ts'
import { MailboxCard } from '../mailbox-card.tsx'
import * as t from '../messages.ts'
import { SandboxPanel } from '../panel.tsx'

/** Where the money is real there is no such page. */
const SandboxPage = () => (servedMode() === 'live' ? <NoSandbox /> : <Sandbox />)

const Sandbox = () => (
  <PlainFrame>
    <Page sentence={t.purpose}>
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

export default SandboxPage
