import { Fragment } from 'react'
import './grouped-address.css'

/** An address in groups of four, to compare by eye. The gaps are margins, so that what is copied has no spaces. */
export const GroupedAddress = ({ address }: { address: string }) => (
  <span className="mono grouped-address" title={address}>
    {(address.match(/.{1,4}/g) ?? []).map((group, place) => (
      <Fragment key={place}>
        <span>{group}</span>
        <wbr />
      </Fragment>
    ))}
  </span>
)
