import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { LinkRow } from './link-row.tsx'
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
    <Card title="All links" bare aria-label="Payment links">
      <ListBody
        rows={links}
        query={list}
        empty={
          <EmptyState
            card={false}
            scene="berths"
            title="No payment links yet"
            sentence="One page, shared anywhere, paid any number of times"
            actions={mayChange && <Button onClick={onCreate}>Create your first link</Button>}
          />
        }
        failed={{
          title: 'Unable to load payment links',
          sentence: 'Your money is not affected. Only this list could not be read.',
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
