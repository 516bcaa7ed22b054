import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { LinkDialog } from '../link-dialog.tsx'
import { LinkList } from '../link-list.tsx'
import * as t from '../messages.ts'

const PaymentLinksPage = () => {
  const mayChange = useUser().role !== 'user'
  const [creating, setCreating] = useState(false)
  const [freshId, setFreshId] = useState<number>()
  return (
    <Page
      sentence={t.purpose}
      actions={
        mayChange && (
          <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setCreating(true)}>
            {t.newLink}
          </Button>
        )
      }
    >
      <LinkList mayChange={mayChange} freshId={freshId} onCreate={() => setCreating(true)} />
      {creating && <LinkDialog onClose={() => setCreating(false)} onCreated={({ id }) => setFreshId(id)} />}
    </Page>
  )
}

export default PaymentLinksPage
