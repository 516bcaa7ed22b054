import { Card } from '../../ui/card.tsx'
import { type LeverField, LeverForm } from './lever-form.tsx'
import { AutomineLever, ClockLever, EngineLever, RateLever, WebhookLever } from './standing-levers.tsx'
import type { SandboxState } from './use-sandbox-state.ts'
import './levers-card.css'

const waysToFail = [
  { value: 'error500', text: 'Error 500' },
  { value: '429', text: 'Too many requests' },
  { value: 'html200', text: 'A web page instead' },
  { value: 'truncated', text: 'Half an answer' },
  { value: 'timeout', text: 'Silence' },
  { value: 'drop-before', text: 'Dropped, not done' },
  { value: 'drop-after', text: 'Dropped, but done' },
] as const

const methods = [
  { value: 'onchain', text: 'On-chain' },
  { value: 'lightning', text: 'Lightning' },
] as const

const payFields: LeverField[] = [
  { name: 'invoiceId', label: 'Invoice ID' },
  { name: 'method', label: 'Way', kind: 'choice', choices: methods, initial: 'onchain' },
  { name: 'amountBtc', label: 'BTC', optional: true, placeholder: 'what is due' },
]

/** Everything that can be made to happen, each with what it does. */
export const LeversCard = ({ state }: { state: SandboxState }) => (
  <Card title="Levers" note="test mode only" className="levers-card">
    <div className="levers">
      <LeverForm
        lever="pay"
        title="Pay an invoice"
        sentence="The public pays what is due, or another amount: less, more, or late."
        fields={payFields}
        act="Pay"
        done="The invoice was paid."
      />
      <LeverForm
        lever="mine"
        title="Mine"
        sentence="Takes in what waits in the mempool."
        fields={[{ name: 'blocks', label: 'Blocks', kind: 'whole', initial: '1' }]}
        act="Mine"
        done="The blocks were mined."
      />
      <AutomineLever seconds={state.levers.automineSeconds} />
      <LeverForm
        lever="reorg"
        title="Reorganise"
        sentence="A longer branch takes the place of the last blocks."
        fields={[{ name: 'depth', label: 'Blocks replaced', kind: 'whole', initial: '1' }]}
        act="Reorganise"
        done="The chain was reorganised."
      />
      <LeverForm
        lever="faucet"
        title="Faucet"
        sentence="Sends coins to any address of this network."
        fields={[
          { name: 'address', label: 'Address', placeholder: 'bcrt1…' },
          { name: 'amountBtc', label: 'BTC', initial: '0.01' },
        ]}
        act="Send"
        done="The coins are in the mempool."
      />
      <ClockLever now={state.clock.now} />
      <RateLever usd={state.rate.usd} pinned={state.rate.pinned} available={state.rate.available} />
      <EngineLever down={state.levers.engineDown} />
      <LeverForm
        lever="fail"
        title="Fail calls"
        sentence="The next calls to BTCPay go wrong. 0 calls takes all faults away."
        fields={[
          { name: 'calls', label: 'Calls', kind: 'whole', initial: '1' },
          { name: 'mode', label: 'How', kind: 'choice', choices: waysToFail, initial: 'error500' },
          { name: 'path', label: 'Path', optional: true, placeholder: '*/invoices*' },
        ]}
        act="Set"
        done="The fault is set."
      />
      <WebhookLever webhooks={state.levers.webhooks} />
    </div>
  </Card>
)
