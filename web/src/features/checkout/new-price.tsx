import { useState } from 'react'
import { RenewIcon } from './icons.tsx'
import * as t from './messages.ts'

/** For a customer who came too late: the same invoice at the price of now, on a page of its own. */
export const NewPrice = ({ invoiceId }: { invoiceId: string }) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const ask = async () => {
    setBusy(true)
    setFailure(undefined)
    const answer = await askForPrice(invoiceId)
    if ('invoiceId' in answer) return location.assign(`/i/${encodeURIComponent(answer.invoiceId)}`)
    setBusy(false)
    setFailure(answer.message)
  }
  return (
    <div className="acts">
      <button
        type="button"
        className="btn btn--signal"
        aria-busy={busy || undefined}
        onClick={() => !busy && void ask()}
      >
        <RenewIcon />
        {busy ? t.gettingPrice : t.newPrice}
      </button>
      {failure && (
        <p className="small" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}

const noAnswer = { message: t.noAnswer }

const askForPrice = async (invoiceId: string): Promise<{ invoiceId: string } | { message: string }> => {
  try {
    const response = await fetch(`/api/checkout/${encodeURIComponent(invoiceId)}/new-price`, {
      method: 'POST',
      headers: { accept: 'application/json' },
    })
    const body = (await response.json()) as { invoiceId?: string; message?: string }
    if (response.ok && body.invoiceId) return { invoiceId: body.invoiceId }
    return body.message ? { message: body.message } : noAnswer
  } catch {
    return noAnswer
  }
}
