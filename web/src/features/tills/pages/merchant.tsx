import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListBody } from '../../../ui/list-card.tsx'
import * as t from '../messages.ts'
import { RefundRequests } from '../refund-requests.tsx'
import { TillCard } from '../till-card.tsx'
import { TillSheet } from '../till-sheet.tsx'
import '../tills.css'
import { useTills } from '../use-tills.ts'

const TillsPage = () => {
  const mayChange = useUser().role !== 'user'
  const [creating, setCreating] = useState(false)
  const list = useTills()
  return (
    <Page
      sentence={t.purpose}
      actions={
        mayChange && (
          <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setCreating(true)}>
            {t.newTill}
          </Button>
        )
      }
    >
      {mayChange && <RefundRequests />}
      <div className="c12">
        <ListBody
          rows={list.data}
          query={list}
          lines={4}
          failed={{ card: true, title: t.notLoadedTitle, sentence: t.notLoaded }}
          empty={
            <EmptyState
              scene="berths"
              title={t.none}
              sentence={t.noneNext}
              actions={mayChange && <Button onClick={() => setCreating(true)}>{t.createFirst}</Button>}
            />
          }
        >
          {(tills) => (
            <div className="plan stack gap-5">
              {tills.map((till) => (
                <TillCard key={till.id} till={till} mayChange={mayChange} />
              ))}
            </div>
          )}
        </ListBody>
      </div>
      {creating && <TillSheet till={undefined} onClose={() => setCreating(false)} />}
    </Page>
  )
}

export default TillsPage
