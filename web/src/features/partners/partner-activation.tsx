import type { AdminPartner } from '@bitquay/contract/admin-partners'
import { ActivationDialog } from '../../frame/activation-dialog.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useChangePartner } from './use-partners.ts'

/** Takes a partner's share out of the pool, or puts it back. */
export const PartnerActivation = ({ partner, onClose }: { partner: AdminPartner; onClose: () => void }) => (
  <ActivationDialog
    onClose={onClose}
    name={partner.name}
    isActive={partner.isActive}
    purpose={{
      deactivate:
        'They are signed out at once, and earn nothing from payments from now on. What they earned stays owed to them.',
      activate: 'They can sign in again, and earn their share of payments from now on.',
    }}
    action={useChangePartner(partner.id)}
    code={useAdminCode()}
    explain={messageOf}
    texts={{
      deactivated: 'Partner deactivated',
      activated: 'Partner activated',
      failed: 'Failed to update partner',
    }}
  />
)
