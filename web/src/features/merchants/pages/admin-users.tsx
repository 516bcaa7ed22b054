import { useSearchParams } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { AdminsCard } from '../../accounts/index.ts'
import { MerchantPicker } from '../merchant-picker.tsx'
import * as t from '../messages.ts'
import { useMerchant } from '../use-merchants.ts'
import { UsersCard } from '../users-card.tsx'

const tabs = [
  { value: 'merchants', text: t.merchantUsers },
  { value: 'admins', text: t.admins },
] as const

const MerchantUsersPage = () => {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'admins' ? 'admins' : 'merchants'
  return (
    <Page
      title={t.usersTitle}
      actions={
        <Segmented
          label={t.organization}
          options={tabs}
          value={tab}
          onChange={(next) => setParams(next === 'admins' ? { tab: next } : {}, { replace: true })}
        />
      }
    >
      {tab === 'admins' ? <AdminsCard /> : <OfMerchants />}
    </Page>
  )
}

/** The chosen merchant is in the address, so that other pages can link to it. */
const OfMerchants = () => {
  const [params, setParams] = useSearchParams()
  const asked = params.get('merchant') ?? ''
  const id = /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : undefined
  const choose = (next: number | undefined) =>
    setParams(next === undefined ? {} : { merchant: String(next) }, { replace: true })
  return id === undefined ? <Choosing onChoose={choose} /> : <Chosen id={id} onChoose={choose} />
}

const Choosing = ({ onChoose }: { onChoose: (id: number | undefined) => void }) => (
  <>
    <Card>
      <MerchantPicker chosen={undefined} onChoose={onChoose} />
    </Card>
    <EmptyState scene="berths" title={t.selectMerchant} sentence={t.usersAppear} />
  </>
)

const Chosen = ({ id, onChoose }: { id: number; onChoose: (id: number | undefined) => void }) => {
  const { data } = useMerchant(id)
  const merchant = data ?? { id, storeName: t.merchantById({ id: String(id) }) }
  return (
    <>
      <Card>
        <MerchantPicker chosen={merchant} onChoose={onChoose} />
      </Card>
      <UsersCard key={id} merchant={merchant} />
    </>
  )
}

export default MerchantUsersPage
