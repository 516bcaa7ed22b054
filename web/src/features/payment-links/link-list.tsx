import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
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
      {links && links.length > 0 ? (
        <ul className="links">
          {links.map((link) => (
            <LinkRow key={link.id} link={link} mayChange={mayChange} startsOpen={link.id === freshId} />
          ))}
        </ul>
      ) : links ? (
        <EmptyState
          card={false}
          scene="berths"
          title="No payment links yet"
          sentence="One page, shared anywhere, paid any number of times"
          actions={mayChange && <Button onClick={onCreate}>Create your first link</Button>}
        />
      ) : list.isError ? (
        <LoadError
          title="Unable to load payment links"
          sentence="Your money is not affected. Only this list could not be read."
          reading={list}
        />
      ) : (
        <div className="pad">
          <SkeletonLines lines={5} />
        </div>
      )}
      <LoadMore pages={list} />
    </Card>
  )
}
