import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { MerchantList } from '../merchant-list.tsx'
import * as t from '../messages.ts'
import { NewMerchantDialog } from '../new-merchant-dialog.tsx'

const MerchantsPage = () => {
  const [creating, setCreating] = useState(false)
  return (
    <Page
      actions={
        <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setCreating(true)}>
          {t.createMerchant}
        </Button>
      }
    >
      <MerchantList onCreate={() => setCreating(true)} />
      <NewMerchantDialog form="management" open={creating} onOpenChange={setCreating} />
    </Page>
  )
}

export default MerchantsPage
