import { getPartnerStatement } from '@bitquay/contract/partners'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { download } from '../../lib/download.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'

/** Everything that changed the balance, as a file. */
export const StatementButton = () => {
  const [busy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    try {
      await download(getPartnerStatement)
    } catch (error) {
      toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'The statement could not be made.') })
    }
    setBusy(false)
  }
  return (
    <Button icon={<Download className="ico" aria-hidden="true" />} busy={busy} onClick={() => void fetchIt()}>
      Statement (CSV)
    </Button>
  )
}
