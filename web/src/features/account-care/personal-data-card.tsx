import { Download } from 'lucide-react'
import { messageOf } from '../../lib/api-error.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useExportMyData } from './use-account-care.ts'

/** Exports what is stored about the person who is signed in. */
export const PersonalDataCard = ({ isTitled = false }: { isTitled?: boolean }) => {
  const { type, role } = useUser()
  const explained = role === 'owner' ? t.dataOfOwner : type === 'partner' ? t.dataOfPartner : t.dataOfPerson
  const exporting = useExportMyData()
  const onError = (error: Error) =>
    toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.dataFailed) })
  return (
    <Card {...(isTitled ? { title: t.yourData, 'aria-label': t.yourData } : {})}>
      <div className="stack at-left gap-4">
        <p>{explained}</p>
        <Button
          busy={exporting.isPending}
          icon={<Download className="ico" aria-hidden="true" />}
          onClick={() => exporting.mutate(undefined, { onError })}
        >
          {t.downloadData}
        </Button>
      </div>
    </Card>
  )
}
