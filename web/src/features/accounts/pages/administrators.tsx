import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { InviteAdminDialog } from '../admin-dialogs.tsx'
import { AdminsCard } from '../admins-card.tsx'
import * as t from '../messages.ts'
import { MissingTwoFactor } from '../missing-two-factor.tsx'
import { PeopleTabs } from '../people-tabs.tsx'

/** Everyone who administers the platform. */
const AdministratorsPage = () => {
  const [inviting, setInviting] = useState(false)
  return (
    <Page
      actions={
        <Button
          variant="signal"
          icon={<UserPlus className="ico" aria-hidden="true" />}
          onClick={() => setInviting(true)}
        >
          {t.inviteAdmin}
        </Button>
      }
    >
      <PeopleTabs />
      <MissingTwoFactor />
      <AdminsCard />
      {inviting && <InviteAdminDialog onClose={() => setInviting(false)} />}
    </Page>
  )
}

export default AdministratorsPage
