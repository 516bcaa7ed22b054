import type { Till } from '@bitquay/contract/tills'
import { type ImportedRow, mostImportBytes } from '@bitquay/contract/tills.items'
import { type ChangeEvent, useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import * as t from './messages.ts'
import { useImportItems } from './use-tills.ts'

const mostShown = 20

/** Shows what a file would do, row by row, before anything is saved. */
export const ImportDialog = ({ till, onClose }: { till: Till; onClose: () => void }) => {
  const run = useImportItems()
  const [file, setFile] = useState<{ csv: string; rows: ImportedRow[] }>()
  const [problem, setProblem] = useState<string>()
  const currency = till.currency as 'USD'
  const onError = (error: unknown) => {
    setFile(undefined)
    setProblem(messageOf(error, t.importFailed))
  }
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    setFile(undefined)
    setProblem(undefined)
    if (!chosen) return
    if (chosen.size > mostImportBytes) return setProblem(t.importTooLarge)
    const csv = await chosen.text()
    run.mutate({ csv, currency, preview: true }, { onSuccess: ({ rows }) => setFile({ csv, rows }), onError })
  }
  const wrong = file?.rows.filter((row) => row.problem !== null) ?? []
  const added = file?.rows.filter(({ act }) => act === 'add').length ?? 0
  const shown = wrong.length > 0 ? wrong : (file?.rows ?? [])
  return (
    <FormDialog
      onClose={onClose}
      title={t.importTitle}
      purpose={t.importPurpose({ currency })}
      confirm={t.importNow}
      busy={run.isPending}
      disabled={!file || wrong.length > 0}
      onSubmit={() => file && run.mutate({ csv: file.csv, currency }, { onSuccess: onClose, onError })}
    >
      <div className="stack gap-4">
        <Field label={t.importFile} hint={t.importHint} error={problem}>
          <Input type="file" accept=".csv,text/csv" onChange={(event) => void choose(event)} />
        </Field>
        {file && (
          <>
            {wrong.length > 0 ? (
              <Notice kind="bad">{t.importWrong({ count: wrong.length })}</Notice>
            ) : (
              <p role="status">{t.importSum({ added, changed: file.rows.length - added })}</p>
            )}
            <ul className="till-devices stack" aria-label={t.importRows}>
              {shown.slice(0, mostShown).map(({ row, name, price, act, problem: why }) => (
                <li key={row} className="across gap-3">
                  <span className="grow min-w-0 breaks">
                    <b>{t.importRow({ row: String(row), name })}</b>
                    <small className="block tiny quiet">
                      {why ?? (act === 'add' ? t.importAdds : t.importChanges)}
                    </small>
                  </span>
                  <span>{price}</span>
                </li>
              ))}
            </ul>
            {shown.length > mostShown && <p className="hint">{t.importMore({ count: shown.length - mostShown })}</p>}
          </>
        )}
      </div>
    </FormDialog>
  )
}
