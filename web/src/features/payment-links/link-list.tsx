import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { LinkRow } from './link-row.tsx'
import * as t from './messages.ts'
import './payment-links.css'
import { usePaymentLinks } from './use-payment-links.ts'

type LinkListProps = {
  mayChange: boolean
  /** The one that was just made is shown unfolded. */
  freshId: number | undefined
  onCreate: () => void
}

/** All payment links, newest first, with what each of them brought. */
export const LinkList = ({ mayChange, freshId, onCreate }: LinkListProps) => {
  const list = usePaymentLinks()
  const links = list.data?.pages.flatMap((page) => page.rows)
  return (
    <Card title={t.all} bare aria-label={t.listName}>
      <ListBody
        rows={links}
        query={list}
        empty={
          <EmptyState
            card={false}
            scene="berths"
            title={t.none}
            sentence={t.noneNext}
            actions={mayChange && <Button onClick={onCreate}>{t.createFirst}</Button>}
          />
        }
        failed={{
          title: t.notLoadedTitle,
          sentence: t.notLoaded,
        }}
        lines={5}
      >
        {(rows) => (
          <ul className="links">
            {rows.map((link) => (
              <LinkRow key={link.id} link={link} mayChange={mayChange} startsOpen={link.id === freshId} />
            ))}
          </ul>
        )}
      </ListBody>
      <LoadMore pages={list} />
    </Card>
  )
}
