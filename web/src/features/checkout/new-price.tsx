import { useState } from 'react'
import { pageLanguage } from '../../lib/language.ts'
import { RenewIcon } from '../../ui/shop-icons.tsx'
import { hereWith } from './check-again.tsx'
import * as t from './messages.ts'

type NewPriceProps = {
  invoiceId: string
  /** An invoice with a due date is opened again. Any other gets a new one, on a page of its own. */
  call: 'new-price' | 'open'
}

/** For a customer who came too late: the same invoice at the price of now. Without a script the form is sent to the page. */
export const NewPrice = ({ invoiceId, call }: NewPriceProps) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Refusal>()
  const ask = async () => {
    setBusy(true)
    setFailure(undefined)
    const answer = await askForPrice(invoiceId, call)
    if ('invoiceId' in answer) return location.assign(`/i/${encodeURIComponent(answer.invoiceId)}${location.search}`)
    setBusy(false)
    setFailure(answer)
  }
  return (
    <form
      className="acts stack gap-2.5 mt-4"
      method="post"
      action={`/i/${encodeURIComponent(invoiceId)}${hereWith(undefined)}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void ask()
      }}
    >
      {!failure?.isFinal && (
        <button type="submit" className="btn btn--signal" aria-busy={busy || undefined}>
          <RenewIcon />
          {busy ? t.gettingPrice : t.newPrice}
        </button>
      )}
      {failure && (
        <p className="small" role="alert">
          {failure.message}
        </p>
      )}
    </form>
  )
}

/** `isFinal`: asking again can't help, so it isn't offered. */
type Refusal = { message: string; isFinal: boolean }

const finalCodes = ['invoice-not-renewable', 'payment-link-closed', 'store-closed']

const askForPrice = async (
  invoiceId: string,
  call: NewPriceProps['call'],
): Promise<{ invoiceId: string } | Refusal> => {
  try {
    const response = await fetch(`/api/checkout/${encodeURIComponent(invoiceId)}/${call}`, {
      method: 'POST',
      headers: { accept: 'application/json', 'accept-language': pageLanguage() },
    })
    const body = (await response.json()) as { invoiceId?: string; message?: string; code?: string }
    if (response.ok && body.invoiceId) return { invoiceId: body.invoiceId }
    return { message: body.message || t.noAnswer, isFinal: finalCodes.includes(body.code ?? '') }
  } catch {
    return { message: t.noAnswer, isFinal: false }
  }
}
