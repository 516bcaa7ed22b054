import type { ComponentProps } from 'react'
import { InvitationDialog, ResetTwoFactorDialog } from '../accounts/index.ts'
import { ChangeUserDialog } from './change-user-dialog.tsx'
import type { ChosenUser } from './chosen-user.ts'
import { DeleteUserDialog } from './delete-user-dialog.tsx'

type PersonRef = ComponentProps<typeof InvitationDialog>['person']

/** What an admin wants to do to someone. */
export type Asked =
  | { what: 'change' | 'delete'; user: ChosenUser }
  | { what: 'invitation' | 'two-factor'; person: PersonRef; email: string }

export const PersonDialog = ({ asked, onClose }: { asked: Asked; onClose: () => void }) => {
  switch (asked.what) {
    case 'change':
      return <ChangeUserDialog user={asked.user} onClose={onClose} />
    case 'delete':
      return <DeleteUserDialog user={asked.user} onClose={onClose} />
    case 'invitation':
      return <InvitationDialog person={asked.person} email={asked.email} onClose={onClose} />
    case 'two-factor':
      return <ResetTwoFactorDialog person={asked.person} email={asked.email} onClose={onClose} />
  }
}
