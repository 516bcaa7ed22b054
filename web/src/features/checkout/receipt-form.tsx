import type { Checkout } from '@bitquay/contract/checkout'
import { type FormEvent, useState } from 'react'
import { pageLanguage } from '../../lib/language.ts'
import { CheckIcon } from '../../ui/shop-icons.tsx'
import { announce } from './announce.ts'
import * as t from './messages.ts'
import { post } from './post.ts'

/** Emails the receipt to the address that the customer enters, or to the one on the invoice without showing it. */
export const ReceiptForm = ({ checkout: { invoiceId, emailOnFile } }: { checkout: Checkout }) => {
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [failure, setFailure] = useState<string>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (state === 'busy') return
    setState('busy')
    setFailure(undefined)
    const refusal = await post(`/api/checkout/${encodeURIComponent(invoiceId)}/receipt?lang=${pageLanguage()}`, {
      email,
    })
    setState(refusal === undefined ? 'sent' : 'idle')
    setFailure(refusal)
    if (refusal === undefined) announce(t.receiptSent)
  }
  if (state === 'sent') {
    return (
      <div className="receipt stack rest-auto gap-y-1.5 gap-x-2 mt-5">
        <p className="done span-all across gap-1.5 medium text-ok">
          <CheckIcon />
          {t.receiptSent}
        </p>
      </div>
    )
  }
  return (
    <form className="receipt stack rest-auto gap-y-1.5 gap-x-2 mt-5" noValidate onSubmit={(event) => void send(event)}>
      <label className="span-all strong" htmlFor="receipt-email">
        {t.emailReceipt}
      </label>
      <input
        className="input"
        id="receipt-email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        placeholder={t.emailPlaceholder}
        value={email}
        aria-invalid={failure === undefined ? undefined : true}
        aria-describedby={failure !== undefined ? 'receipt-error' : emailOnFile ? 'receipt-hint' : undefined}
        onChange={({ target }) => setEmail(target.value)}
      />
      <button type="submit" className="btn btn--line" aria-busy={state === 'busy' || undefined}>
        {state === 'busy' ? t.sending : t.send}
      </button>
      {failure ? (
        <p className="err span-all" id="receipt-error" role="alert">
          {failure}
        </p>
      ) : (
        emailOnFile && (
          <p className="hint span-all" id="receipt-hint">
            {t.emailOnFile}
          </p>
        )
      )}
    </form>
  )
}
