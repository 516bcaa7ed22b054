import type { AdminPartner } from '@bitquay/contract/partners.admin'
import { ActivationDialog } from '../../frame/activation-dialog.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import * as t from './messages.ts'
import { useChangePartner } from './use-partners.ts'

/** Deactivates or activates a partner after a confirmation. */
export const PartnerActivation = ({ partner, onClose }: { partner: AdminPartner; onClose: () => void }) => (
  <ActivationDialog
    onClose={onClose}
    name={partner.name}
    isActive={partner.isActive}
    purpose={{ deactivate: t.deactivatePurpose, activate: t.activatePurpose }}
    action={useChangePartner(partner.id)}
    code={useAdminCode()}
    explain={messageOf}
    texts={{
      deactivated: t.deactivatedToast,
      activated: t.activatedToast,
      failed: t.updateFailed,
    }}
  />
)
