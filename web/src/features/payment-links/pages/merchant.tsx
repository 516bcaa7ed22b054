import { Plus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LinkDetail } from '../link-detail.tsx'
import { LinkDialog } from '../link-dialog.tsx'
import { shownLinks } from '../list.tsx'
import * as t from '../messages.ts'

const PaymentLinksPage = () => {
  const mayChange = useUser().role !== 'user'
  const list = useList(shownLinks)
  const { view } = list
  const navigate = useNavigate()
  return (
    <Page
      sentence={t.purpose}
      actions={
        <>
          <DeclaredExport of={list} />
          {mayChange && (
            <Button
              variant="signal"
              icon={<Plus className="ico" aria-hidden="true" />}
              onClick={() => view.setCreating(true)}
            >
              {t.newLink}
            </Button>
          )}
        </>
      }
    >
      <DeclaredList
        of={list}
        renderDetail={(link) => <LinkDetail link={link} mayChange={mayChange} />}
        empty={
          <EmptyState
            card={false}
            scene="berths"
            title={t.none}
            sentence={t.noneNext}
            actions={mayChange && <Button onClick={() => view.setCreating(true)}>{t.createFirst}</Button>}
          />
        }
      />
      {view.creating && mayChange && (
        <LinkDialog
          onClose={() => view.setCreating(false)}
          // Without filters, so that the new link is in the list and open.
          onCreated={({ id }) => void navigate({ search: `open=${id}` }, { replace: true })}
        />
      )}
    </Page>
  )
}

export default PaymentLinksPage
