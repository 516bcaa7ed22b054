import type { LoopOutQuote } from '@bitquay/contract/loop-out'
import { fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'
import { explainFailure } from '../../frame/help-link.tsx'
import { About } from '../../ui/about.tsx'
import { Button } from '../../ui/button.tsx'
import { Sums } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useLoopOutQuote, useRequestLoopOut } from './use-loop-outs.ts'

/** Shows what moves, where to and for which fee, before it is requested. It asks for nothing. */
export const LoopOutDialog = ({ onClose }: { onClose: () => void }) => {
  const { data: quote, error } = useLoopOutQuote()
  const request = useRequestLoopOut()
  const send = () =>
    request.mutate(undefined, {
      onSuccess: () => {
        onClose()
        toast({ title: t.createdToast, description: t.created })
      },
      onError: (failure) =>
        toast({ kind: 'bad', title: t.failedToast, description: explainFailure(failure, t.createFailed) }),
    })
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={t.requestTitle}
      purpose={t.requestPurpose}
      keep={request.isPending}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          <Button type="submit" variant="signal" busy={request.isPending} disabled={!quote} data-autofocus>
            {request.isPending ? t.requesting : t.request}
          </Button>
        </>
      }
    >
      {quote ? (
        <Quote quote={quote} />
      ) : error ? (
        <Notice kind="bad">{explainFailure(error, t.quoteFailed)}</Notice>
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Dialog>
  )
}

const Quote = ({ quote }: { quote: LoopOutQuote }) => (
  <div className="stack gap-5">
    <Sums
      rows={[
        { name: t.fromLightning, value: <Amount btc={quote.amountBtc} usd={quote.amountUsd} /> },
        { name: t.networkFee, value: <Amount btc={`-${quote.networkFeeBtc}`} usd={`-${quote.networkFeeUsd}`} about /> },
        { name: t.youReceive, value: <Amount {...computeReceived(quote)} about />, total: true },
      ]}
    />
    <div>
      <div className="small quiet">{t.ownAddress}</div>
      <div className="mono break-all">{quote.onChainAddress}</div>
    </div>
  </div>
)

/** The network fee is known once the transaction is signed. */
const Amount = ({ btc, usd, about = false }: { btc: string; usd: string; about?: boolean }) => (
  <>
    {about ? (
      <About>
        <Usd amount={usd} />
      </About>
    ) : (
      <Usd amount={usd} />
    )}
    <Btc amount={btc} />
  </>
)

const computeReceived = ({ amountBtc, amountUsd, networkFeeBtc, networkFeeUsd }: LoopOutQuote) => ({
  btc: fromSats(toSats(amountBtc) - toSats(networkFeeBtc)),
  usd: fromCents(toCents(amountUsd) - toCents(networkFeeUsd)),
})
