import type { PromoCode } from '@bitquay/contract/promo-codes'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { CreatePromoCodeDialog } from '../create-promo-code-dialog.tsx'
import * as t from '../messages.ts'
import { PromoCodeCard } from '../promo-code-card.tsx'
import { RevokePromoCodeDialog } from '../revoke-promo-code-dialog.tsx'
import { usePromoCodes } from '../use-promo-codes.ts'

const PromoCodesPage = () => {
  const { data: promoCodes, isError, isFetching, refetch } = usePromoCodes()
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<PromoCode>()
  return (
    <Page
      sentence={t.lead}
      actions={
        <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setCreating(true)}>
          {t.createCode}
        </Button>
      }
    >
      {promoCodes && promoCodes.length > 0 ? (
        <div className="tickets c12">
          {promoCodes.map((promoCode) => (
            <PromoCodeCard key={promoCode.id} promoCode={promoCode} onRevoke={() => setRevoking(promoCode)} />
          ))}
        </div>
      ) : promoCodes ? (
        <EmptyState scene="berths" title={t.emptyTitle} sentence={t.empty} />
      ) : isError ? (
        <LoadError card title={t.notLoadedTitle} sentence={t.notLoaded} reading={{ isFetching, refetch }} />
      ) : (
        <Card>
          <SkeletonLines lines={4} />
        </Card>
      )}
      {creating && <CreatePromoCodeDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokePromoCodeDialog promoCode={revoking} onClose={() => setRevoking(undefined)} />}
    </Page>
  )
}

export default PromoCodesPage
