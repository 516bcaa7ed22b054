import type { AdminPartner } from '@bitquay/contract/admin-partners'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { ActivationDialog } from '../../ui/activation-dialog.tsx'
import { OwnCodeField } from '../../ui/own-code-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangePartner } from './use-partners.ts'

/** Takes a partner's share out of the pool, or puts it back. */
export const PartnerActivation = ({ partner, onClose }: { partner: AdminPartner; onClose: () => void }) => {
  const change = useChangePartner(partner.id)
  const code = useAdminCode()
  const { isActive, name } = partner
  return (
    <ActivationDialog
      onClose={onClose}
      name={name}
      isActive={isActive}
      purpose={{
        deactivate:
          'They are signed out at once, and earn nothing from payments from now on. What they earned stays owed to them.',
        activate: 'They can sign in again, and earn their share of payments from now on.',
      }}
      busy={change.isPending}
      onConfirm={() =>
        change.mutate(
          { isActive: !isActive, ...code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({ title: isActive ? 'Partner deactivated' : 'Partner activated', description: name })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to update partner') })
            },
          },
        )
      }
    >
      <OwnCodeField {...code} />
    </ActivationDialog>
  )
}
