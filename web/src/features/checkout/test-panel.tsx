import { useState } from 'react'
import { readToken } from '../../lib/token.ts'
import { announce } from './announce.ts'

type Act = { name: string; lever: string; body: (invoiceId: string) => object; done: string; pays?: boolean }

const acts: Act[] = [
  {
    name: 'Pay on-chain',
    lever: 'pay',
    body: (invoiceId) => ({ invoiceId, method: 'onchain' }),
    done: 'Paid on-chain. A block confirms it.',
    pays: true,
  },
  {
    name: 'Pay over Lightning',
    lever: 'pay',
    body: (invoiceId) => ({ invoiceId, method: 'lightning' }),
    done: 'Paid over Lightning.',
    pays: true,
  },
  { name: 'Mine a block', lever: 'mine', body: () => ({ blocks: 1 }), done: 'A block was mined.' },
]

type TestPanelProps = {
  invoiceId: string
  /** Whether paying still makes sense. */
  payable: boolean
  onDone: () => void
}

/** Plays the customer and the network, where the money is not real. */
export const TestPanel = ({ invoiceId, payable, onDone }: TestPanelProps) => {
  const [busy, setBusy] = useState<string>()
  const [said, setSaid] = useState<string>()
  const pull = async ({ name, lever, body, done }: Act) => {
    if (busy) return
    setBusy(name)
    const refusal = await pullLever(lever, body(invoiceId))
    setBusy(undefined)
    setSaid(refusal ?? done)
    announce(refusal ?? done)
    onDone()
  }
  return (
    <section className="trial" aria-label="Test payment">
      <p>
        <b>Test payment.</b> {said ?? 'Plays the customer and the Bitcoin network.'}
      </p>
      <div className="pulls">
        {acts
          .filter(({ pays }) => payable || !pays)
          .map((act) => (
            <button
              key={act.name}
              type="button"
              className="btn btn--line"
              aria-busy={busy === act.name || undefined}
              onClick={() => void pull(act)}
            >
              {act.name}
            </button>
          ))}
      </div>
    </section>
  )
}

/** The reason when it was refused. */
const pullLever = async (lever: string, body: object): Promise<string | undefined> => {
  const token = readToken()
  try {
    const response = await fetch(`/api/sandbox/${lever}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    })
    if (response.ok) return undefined
    const { message } = (await response.json().catch(() => ({}))) as { message?: string }
    return message ?? 'The sandbox refused.'
  } catch {
    return 'The server could not be reached.'
  }
}
