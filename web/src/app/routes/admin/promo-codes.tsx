import type { PromoCode } from '@bitquay/contract/promo-codes'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { CreatePromoCodeDialog } from '../../../features/promo-codes/create-promo-code-dialog.tsx'
import { PromoCodeCard } from '../../../features/promo-codes/promo-code-card.tsx'
import { RevokePromoCodeDialog } from '../../../features/promo-codes/revoke-promo-code-dialog.tsx'
import { usePromoCodes } from '../../../features/promo-codes/use-promo-codes.ts'
import { Blank } from '../../../ui/blank.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Unread } from '../../../ui/unread.tsx'
import { Page } from '../../page.tsx'

export const PromoCodesPage = () => {
  const { data: promoCodes, isError, isFetching, refetch } = usePromoCodes()
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<PromoCode>()
  return (
    <Page
      title="Promo Codes"
      sentence="One code, one withdrawal: its fee is waived, and platform fees owed are forgiven."
      actions={
        <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setCreating(true)}>
          Create Promo Code
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
        <Blank
          scene="berths"
          title="No promo codes created yet"
          sentence="A merchant enters the code when processing a withdrawal"
        />
      ) : isError ? (
        <Unread
          card
          title="Unable to load promo codes"
          sentence="No money is affected. Only this list could not be read."
          reading={{ isFetching, refetch }}
        />
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
