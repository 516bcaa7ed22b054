import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { type LeverField, LeverForm } from './lever-form.tsx'
import * as t from './messages.ts'
import { AutomineLever, ClockLever, EngineLever, RateLever, WebhookLever } from './standing-levers.tsx'
import type { SandboxState } from './use-sandbox-state.ts'
import './levers-card.css'

const waysToFail = [
  { value: 'error500', text: t.error500 },
  { value: '429', text: t.tooMany },
  { value: 'html200', text: t.webPage },
  { value: 'truncated', text: t.halfAnswer },
  { value: 'timeout', text: t.silence },
  { value: 'drop-before', text: t.droppedBefore },
  { value: 'drop-after', text: t.droppedAfter },
] as const

const methods = [
  { value: 'onchain', text: t.onChain },
  { value: 'lightning', text: t.lightning },
] as const

const payFields: LeverField[] = [
  { name: 'invoiceId', label: t.invoiceId },
  { name: 'method', label: t.method, kind: 'choice', choices: methods, initial: 'onchain' },
  { name: 'amountBtc', label: 'BTC', optional: true, placeholder: t.amountDue },
]

/** Everything that can be made to happen, each with what it does. First what most people come for. */
export const LeversCard = ({ state }: { state: SandboxState }) => (
  <Card title={t.tools} note={t.testOnly}>
    <div className="levers stack">
      <LeverForm lever="pay" title={t.pay} sentence={t.payPurpose} fields={payFields} act={t.payButton} done={t.paid} />
      <LeverForm
        lever="mine"
        title={t.mine}
        sentence={t.minePurpose}
        fields={[{ name: 'blocks', label: t.blocks, kind: 'whole', initial: '1' }]}
        act={t.mine}
        done={t.mined}
      />
      <LeverForm
        lever="faucet"
        title={t.faucet}
        sentence={t.faucetPurpose}
        fields={[
          { name: 'address', label: t.address, placeholder: 'bcrt1…' },
          { name: 'amountBtc', label: 'BTC', initial: '0.01' },
        ]}
        act={t.send}
        done={t.sent}
      />
      <ClockLever now={state.clock.now} />
      <AutomineLever seconds={state.levers.automineSeconds} />
    </div>
    <Disclosure label={t.moreTools} open={isDisrupted(state)}>
      <div className="levers stack">
        <LeverForm
          lever="reorg"
          title={t.reorg}
          sentence={t.reorgPurpose}
          fields={[{ name: 'depth', label: t.blocksReplaced, kind: 'whole', initial: '1' }]}
          act={t.reorg}
          done={t.reorged}
        />
        <RateLever usd={state.rate.usd} pinned={state.rate.pinned} available={state.rate.available} />
        <EngineLever down={state.levers.engineDown} />
        <LeverForm
          lever="fail"
          title={t.fail}
          sentence={t.failPurpose}
          fields={[
            { name: 'calls', label: t.calls, kind: 'whole', initial: '1' },
            { name: 'mode', label: t.how, kind: 'choice', choices: waysToFail, initial: 'error500' },
            { name: 'path', label: t.path, optional: true, placeholder: '*/invoices*' },
          ]}
          act={t.set}
          done={t.failSet}
        />
        <WebhookLever webhooks={state.levers.webhooks} />
      </div>
    </Disclosure>
  </Card>
)

/** Something was broken on purpose, and the tool that repairs it must be easy to find. */
const isDisrupted = ({ levers: { engineDown, webhooks }, rate }: SandboxState) =>
  engineDown || !rate.available || webhooks.drop || webhooks.duplicate || webhooks.shuffle
