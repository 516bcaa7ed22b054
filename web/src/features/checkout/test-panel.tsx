import { useState } from 'react'
import { readToken } from '../../lib/token.ts'
import { announce } from './announce.ts'
import * as t from './test-messages.ts'

type Act = { name: string; lever: string; body: (invoiceId: string) => object; done: string; pays?: boolean }

const acts: Act[] = [
  {
    name: t.payOnChain,
    lever: 'pay',
    body: (invoiceId) => ({ invoiceId, method: 'onchain' }),
    done: t.paidOnChainDone,
    pays: true,
  },
  {
    name: t.payLightning,
    lever: 'pay',
    body: (invoiceId) => ({ invoiceId, method: 'lightning' }),
    done: t.paidLightningDone,
    pays: true,
  },
  { name: t.mine, lever: 'mine', body: () => ({ blocks: 1 }), done: t.mined },
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
    <section className="trial cluster gap-y-2 gap-x-3" lang="en" dir="ltr" aria-label={t.testPayment}>
      <p>
        <b>{t.testPaymentLead}</b> {said ?? t.testPurpose}
      </p>
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
    return message ?? t.refused
  } catch {
    return t.notReached
  }
}
