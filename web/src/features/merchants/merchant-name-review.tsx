import { attentionWords, type MerchantDetail } from '@bitquay/contract/merchants.admin'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useDecideName } from './use-merchants.ts'

/** A name that emails don't show until somebody decides about it. */
export const MerchantNameReview = ({ merchant }: { merchant: MerchantDetail }) => {
  const decide = useDecideName(merchant.id)
  const [error, setError] = useState<string>()
  const name = merchant.attention.find(({ reason }) => reason === 'name-in-review')?.detail
  if (!name) return null
  const choose = (decision: 'allow' | 'ask') =>
    decide.mutate(
      { name, decision },
      {
        onSuccess: () => toast({ title: decision === 'allow' ? t.nameAllowedToast : t.nameAskedToast }),
        onError: (refusal) => setError(messageOf(refusal, t.nameDecisionFailed)),
      },
    )
  return (
    <Notice kind="wait">
      <b>{attentionWords['name-in-review']}</b> {t.nameInReview}
      <span className="small mono block breaks">{name}</span>
      <span className="mt-3 flex wraps gap-2">
        <Button size="sm" disabled={decide.isPending} onClick={() => choose('ask')}>
          {t.askForName}
        </Button>
        <Button size="sm" disabled={decide.isPending} onClick={() => choose('allow')}>
          {t.allowName}
        </Button>
      </span>
      {error && <span className="small block">{error}</span>}
    </Notice>
  )
}
