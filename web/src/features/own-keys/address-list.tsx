import { CopyButton } from '../../ui/copy-button.tsx'
import { GroupedAddress } from '../../ui/grouped-address.tsx'
import * as t from './messages.ts'

/** Addresses with their numbers, to compare with a wallet. Wallets count from 0. */
export const AddressList = ({ addresses }: { addresses: readonly string[] }) => (
  <ol className="lined" aria-label={t.firstAddresses}>
    {addresses.map((address, number) => (
      <li key={address} className="across between gap-3">
        <div className="min-w-0">
          <div className="stencil">{t.addressNumber({ number: String(number) })}</div>
          <GroupedAddress address={address} />
        </div>
        <CopyButton label={t.addressNumber({ number: String(number) })} text={address} />
      </li>
    ))}
  </ol>
)
