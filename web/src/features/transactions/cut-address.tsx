/** An address cut in the middle: 16 characters at both ends, or 12 where the list is narrow. It is whole in the title. */
export const CutAddress = ({ address }: { address: string }) =>
  address.length <= 32 ? (
    <span className="mono">{address}</span>
  ) : (
    <span className="mono cut" title={address}>
      {address.slice(0, 12)}
      <span className="wide">{address.slice(12, 16)}</span>…<span className="wide">{address.slice(-16, -12)}</span>
      {address.slice(-12)}
    </span>
  )
