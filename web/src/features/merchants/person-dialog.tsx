import type { ListedPerson } from '@bitquay/contract/merchants.people'
import { EmailChangeDialog, RecoverySheet } from '../account-care/index.ts'
import { InvitationDialog, PasswordResetDialog, ResetTwoFactorDialog } from '../accounts/index.ts'
import { ChangeUserDialog } from './change-user-dialog.tsx'
import { DeleteUserDialog } from './delete-user-dialog.tsx'
import { MerchantActivation } from './merchant-activation.tsx'
import type { PersonAct } from './person-acts.ts'

type PersonDialogProps = { act: PersonAct; person: ListedPerson; onClose: () => void }

/** Asks an admin before something is done to someone. */
export const PersonDialog = ({ act, person, onClose }: PersonDialogProps) => {
  const { kind, personId, merchantId, storeName, name, email, role, status } = person
  const ref = { kind, id: personId }
  const merchant = { id: merchantId, storeName, email, isActive: status !== 'inactive' }
  const user = {
    id: personId,
    name,
    email,
    role: role === 'admin' ? role : 'user',
    isActive: merchant.isActive,
  } as const
  switch (act) {
    case 'invitation':
      return <InvitationDialog person={ref} email={email} onClose={onClose} />
    case 'two-factor':
      return <ResetTwoFactorDialog person={ref} email={email} onClose={onClose} />
    case 'reset':
      return <PasswordResetDialog email={email} onClose={onClose} />
    case 'recovery':
      return <RecoverySheet merchant={merchant} onClose={onClose} />
    case 'email':
      return <EmailChangeDialog merchant={merchant} onClose={onClose} />
    case 'activation':
      return <MerchantActivation merchant={merchant} onClose={onClose} />
    case 'change':
      return <ChangeUserDialog user={user} onClose={onClose} />
    case 'delete':
      return <DeleteUserDialog user={user} onClose={onClose} />
  }
}
