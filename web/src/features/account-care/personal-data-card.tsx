import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useExportMyData } from './use-account-care.ts'

/** Exports what is stored about the person who is signed in. */
export const PersonalDataCard = () => {
  const exporting = useExportMyData()
  const onError = (error: Error) =>
    toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.dataFailed) })
  return (
    <Card>
      <div className="grid justify-items-start gap-4">
        <p>{t.dataExplained}</p>
        <Button busy={exporting.isPending} onClick={() => exporting.mutate(undefined, { onError })}>
          {t.downloadData}
        </Button>
      </div>
    </Card>
  )
}
