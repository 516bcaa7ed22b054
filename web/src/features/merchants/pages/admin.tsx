import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { MerchantList } from '../merchant-list.tsx'
import { NewMerchantDialog } from '../new-merchant-dialog.tsx'

const MerchantsPage = () => {
  const [creating, setCreating] = useState(false)
  return (
    <Page
      sentence="Stores on the platform, and who runs them."
      actions={
        <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setCreating(true)}>
          Create Merchant
        </Button>
      }
    >
      <MerchantList onCreate={() => setCreating(true)} />
      <NewMerchantDialog form="management" open={creating} onOpenChange={setCreating} />
    </Page>
  )
}

export default MerchantsPage
