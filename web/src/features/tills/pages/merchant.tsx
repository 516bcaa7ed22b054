import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ListBody } from '../../../ui/list-card.tsx'
import { DevicesCard } from '../devices-card.tsx'
import * as t from '../messages.ts'
import { NewTill } from '../new-till.tsx'
import { RefundRequests } from '../refund-requests.tsx'
import { TillDetails } from '../till-details.tsx'
import { TillList } from '../till-list.tsx'
import { TillSheet } from '../till-sheet.tsx'
import '../tills.css'
import { useTills } from '../use-tills.ts'

const TillsPage = () => {
  const mayChange = useUser().role !== 'user'
  const [creating, setCreating] = useState(false)
  const [chosenId, setChosenId] = useState<number>()
  const list = useTills()
  return (
    <Page
      actions={
        mayChange && (
          <Button icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setCreating(true)}>
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
          empty={mayChange ? <NewTill /> : <EmptyState scene="berths" title={t.none} sentence={t.noneNext} />}
        >
          {(tills) => {
            const till = tills.find(({ id }) => id === chosenId) ?? tills[0]
            return (
              till && (
                <div className="till-split stack gap-4">
                  <div className="column gap-4">
                    <TillList tills={tills} chosen={till} onChoose={({ id }) => setChosenId(id)} />
                  </div>
                  <div className="till-main column gap-4" key={till.id}>
                    <TillDetails till={till} mayChange={mayChange} />
                  </div>
                  <div className="till-devices-place">
                    <DevicesCard till={till} mayChange={mayChange} />
                  </div>
                </div>
              )
            )
          }}
        </ListBody>
      </div>
      {creating && <TillSheet till={undefined} onClose={() => setCreating(false)} />}
    </Page>
  )
}

export default TillsPage
