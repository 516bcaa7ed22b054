import type { SigningRequest } from '@bitquay/contract/signing'
import type { SigningRefusal } from '@bitquay/contract/signing.faults'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../frame/page.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { UnreadPage } from '../../frame/unread-page.tsx'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { formatAgo } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Beside } from '../../ui/beside.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast-store.ts'
import { countSigned } from './describe-request.ts'
import { DiffersCard } from './differs-card.tsx'
import { explainRefusal } from './explain-refusal.ts'
import * as t from './messages.ts'
import { PaymentCard } from './payment-card.tsx'
import { ResultCard } from './result-card.tsx'
import { SignCard } from './sign-card.tsx'
import { SignaturesCard } from './signatures-card.tsx'
import { useSigningRequest, useSubmitSignature } from './use-signing.ts'

/** What the address names, if it can be an ID. */
export const RequestPage = ({ requestId }: { requestId: string }) =>
  /^[1-9]\d{0,15}$/.test(requestId) ? <OneRequest key={requestId} id={Number(requestId)} /> : <Missing />

const OneRequest = ({ id }: { id: number }) => {
  const query = useSigningRequest(id)
  const { data: request, error } = query
  const now = useNow(60_000)
  if (!request) {
    if (error instanceof ApiError && error.status === 404) return <Missing />
    return (
      <UnreadPage
        title={t.pageTitle}
        failed={{ title: t.paymentFailedTitle, sentence: t.paymentFailed }}
        query={query}
      />
    )
  }
  return (
    <Page
      sentence={t.requestedBy({ name: request.requestedBy, when: formatAgo(request.requestedAt, now) })}
      actions={<Back />}
    >
      <Beside
        main={
          <>
            <PaymentCard request={request} />
            <SignaturesCard request={request} />
          </>
        }
        aside={<NextStep request={request} />}
      />
    </Page>
  )
}

type Refused = { refusal: SigningRefusal; sentence: string }

/** What there is to do, or how it ended. */
const NextStep = ({ request }: { request: SigningRequest }) => {
  const submit = useSubmitSignature(request.id)
  const [problem, setProblem] = useState<string>()
  const [other, setOther] = useState<Refused>()
  if (request.state !== 'waiting' || request.psbt === null) return <ResultCard request={request} />
  if (other) return <DiffersCard request={request} {...other} onBack={() => setOther(undefined)} />
  const handIn = (psbt: string) => {
    setProblem(undefined)
    submit.mutate(psbt, {
      onSuccess: tellProgress,
      onError: (error) => {
        const refusal = error instanceof ApiError ? error.body.signing : undefined
        if (refusal?.fault.startsWith('other-')) setOther({ refusal, sentence: messageOf(error, t.differsTitle) })
        else setProblem(explainRefusal(error))
      },
    })
  }
  return (
    <SignCard
      request={request}
      psbt={request.psbt}
      busy={submit.isPending}
      problem={problem}
      onProblem={setProblem}
      onSigned={handIn}
    />
  )
}

const tellProgress = (request: SigningRequest) =>
  request.state === 'waiting'
    ? toast({
        title: t.addedToast,
        description: t.addedSentence({ count: request.required - countSigned(request) }),
      })
    : toast({ title: t.sentToast, description: t.sentSentence({ amount: formatUsd(request.amountUsd) }) })

const Back = () => (
  <ButtonLink to={portalPaths.merchant.signing} icon={<ArrowLeft className="ico" aria-hidden="true" />}>
    {t.backToList}
  </ButtonLink>
)

const Missing = () => (
  <Page>
    <EmptyState scene="berths" title={t.notFound} actions={<Back />} />
  </Page>
)
